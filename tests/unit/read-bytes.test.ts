import { expect, test, vi } from 'vitest'
import { readBytes } from '#src/server/read-bytes.ts'

const pull = vi.fn<(controller: ReadableStreamDefaultController<Uint8Array>) => void>()
const cancel = vi.fn()

/** A body of pieces of ten bytes. */
function sent(amount: number, headers: Record<string, string> = {}): Request {
  let pieces = 0
  pull.mockReset().mockImplementation((controller) => {
    if (pieces++ < amount) controller.enqueue(new Uint8Array(10))
    else controller.close()
  })
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
  return new Request('https://portal.example', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

test.each([
  [0, 0],
  [2, 20],
  [2, 25],
])('%i chunks of ten bytes are read to the end at a limit of %i bytes', async (pieces, maxBytes) => {
  expect(await readBytes(sent(pieces), maxBytes)).toHaveLength(pieces * 10)
})

test('a body that is too large is read no further than its limit', async () => {
  for (const headers of [{}, { 'content-length': '5' }])
    expect(await readBytes(sent(Infinity, headers), 25)).toBe('too_large')
  expect(pull).toHaveBeenCalledTimes(3)
  // To cancel it would end the process.
  expect(cancel).not.toHaveBeenCalled()
})

test('a body with too large a Content-Length isn’t read', async () => {
  expect(await readBytes(sent(1, { 'content-length': '26' }), 25)).toBe('too_large')
  expect(pull).not.toHaveBeenCalled()
})

test('a body in thousands of chunks is read no further than its limit', async () => {
  expect(await readBytes(sent(Infinity), 1e9)).toBe('too_large')
  expect(pull.mock.calls.length).toBeLessThan(5000)
})

test('a body that is cut off is reported as disconnected', async () => {
  const request = sent(1)
  pull.mockImplementation((controller) => {
    controller.error(new Error('ECONNRESET'))
  })
  expect(await readBytes(request, 25)).toBe('disconnected')
})

test('a request without a body is empty', async () => {
  expect(await readBytes(new Request('https://portal.example'), 0)).toHaveLength(0)
})
