import { describe, expect, test } from 'vitest'
import { coalesceChunks } from '../../netlify/local/site/coalesce-chunks.ts'

const BYTES = 100_000

describe('a body in chunks of one byte', () => {
  test('is handed on whole, and in a few pieces', async () => {
    const pieces = await piecesOf(coalesceChunks(bytes(BYTES)))
    expect(Buffer.concat(pieces).equals(Buffer.concat(await piecesOf(bytes(BYTES))))).toBe(true)
    expect(pieces.length).toBeLessThan(10)
  })

  test('leaves turns to everybody else while it is read', async () => {
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    await piecesOf(coalesceChunks(bytes(BYTES)))
    clearImmediate(counting)
    expect(turns).toBeGreaterThan(BYTES / 2000)
  })
})

describe('any body', () => {
  test.each([
    ['nothing', []],
    ['one piece', ['aloha']],
    ['pieces larger than what is coalesced', ['a'.repeat(40_000), 'b', 'c'.repeat(40_000), 'd']],
    ['empty pieces', ['', 'a', '', 'b', '']],
  ])('%s comes through unchanged', async (_, parts) => {
    const pieces = await piecesOf(coalesceChunks(streamOf(parts.map((part) => Buffer.from(part)))))
    expect(Buffer.concat(pieces).toString()).toBe(parts.join(''))
  })

  test('that breaks off breaks off for its reader, for the same reason', async () => {
    const reason = new Error('too large')
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.error(reason)
      },
    })
    await expect(piecesOf(coalesceChunks(broken))).rejects.toBe(reason)
  })

  test('that nobody reads on is not read on', async () => {
    let read = 0
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read++
          controller.enqueue(Buffer.alloc(20_000))
        },
      },
      { highWaterMark: 0 },
    )
    const reader = coalesceChunks(endless).getReader()
    await reader.read()
    await reader.cancel()
    expect(read).toBe(1)
  })
})

function bytes(count: number): ReadableStream<Uint8Array> {
  return streamOf(Array.from({ length: count }, (_, n) => Uint8Array.of(n % 251)))
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++]
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}

async function piecesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return pieces
}
