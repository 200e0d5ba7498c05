import { expect, test } from 'vitest'
import { createNetlifyPages, KeptFiles } from '#src/server/vendors/vault.ts'

const vaultPath = '/0123456789abcdef'
const MEBIBYTE = 1024 * 1024

test('a file of the build is fetched once', async () => {
  const { open, fetched } = fileServer(() => new Response('the page', { headers: { etag: '"1"' } }))
  const [first, again] = [await open('/leaderboard'), await open('/leaderboard')]
  expect(new TextDecoder().decode(first?.bytes)).toBe('the page')
  expect(again).toBe(first)
  expect(fetched).toEqual([`${vaultPath}/leaderboard.html`])
})

test('a protected file and a public one of the same name are two', async () => {
  const { pages, fetched } = fileServer((name) => new Response(name))
  const screens = [await pages.openProtected('/404'), await pages.openPublic('/404')]
  expect(screens.map((screen) => new TextDecoder().decode(screen?.bytes))).toEqual(fetched)
  expect(new Set(fetched).size).toBe(2)
})

test('what is missing, or could not be had, is asked for again', async () => {
  const answers = [404, 500, 206, 200]
  const { open } = fileServer(() => new Response('the page', { status: answers.shift() ?? 200 }))
  expect(await open('/late')).toBeNull()
  await expect(open('/late')).rejects.toThrow('500')
  await expect(open('/late')).rejects.toThrow('206')
  expect(await open('/late')).not.toBeNull()
})

test('the visitor never gets a part of a file, whatever they ask for', async () => {
  const headers = { range: 'bytes=0-3', 'if-none-match': '"1"', cookie: 'kept' }
  const request = new Request('https://portal.example.com/', { headers })
  const rewrite = () => Promise.resolve(new Response(''))
  await createNetlifyPages({ vaultPath, kept: new KeptFiles() }, request, rewrite).openProtected('/')
  expect([...request.headers.keys()]).toEqual(['cookie'])
})

test('what may not be stored is fetched each time', async () => {
  const { open, fetched } = fileServer(() => new Response('', { headers: { 'cache-control': 'no-store' } }))
  for (const path of ['/', '/']) await open(path)
  expect(fetched).toHaveLength(2)
})

test('what answers a HEAD request has no body, and is not kept for whoever asks next', async () => {
  const kept = new KeptFiles()
  const openBy = async (method: string) => {
    const request = new Request('https://portal.example.com/', { method })
    const rewrite = () => Promise.resolve(new Response(method === 'HEAD' ? '' : 'the page'))
    const file = await createNetlifyPages({ vaultPath, kept }, request, rewrite).openProtected('/')
    return new TextDecoder().decode(file?.bytes)
  }
  expect([await openBy('HEAD'), await openBy('GET'), await openBy('HEAD')]).toEqual([
    '',
    'the page',
    'the page',
  ])
})

test('no more is kept than there is room for', async () => {
  const { open, fetched } = fileServer(() => new Response(new Uint8Array(20 * MEBIBYTE)))
  for (const path of ['/one', '/two', '/one', '/two']) await open(path)
  expect(fetched.map((name) => name.slice(vaultPath.length))).toEqual(['/one.html', '/two.html', '/two.html'])
})

function fileServer(answer: (name: string) => Response) {
  const fetched: string[] = []
  const pages = createNetlifyPages(
    { vaultPath, kept: new KeptFiles() },
    new Request('https://portal.example.com/'),
    (name) => {
      fetched.push(name)
      return Promise.resolve(answer(name))
    },
  )
  return { pages, fetched, open: (path: string) => pages.openProtected(path) }
}
