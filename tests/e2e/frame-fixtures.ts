import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { matchEmbed } from '#src/components/embeds/match.ts'

/** Other people's sites at their worst. */
export async function startFrameServer(): Promise<FrameServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (!answer) return void response.writeHead(404).end()
    const [status, headers, body] = answer
    if (status === 'hangs') return
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, asked, close: () => close(server) }
}

export interface FrameServer {
  origin: string
  /** The paths that were asked for. */
  asked: readonly string[]
  close: () => Promise<void>
}

/** Has this page's built HTML name another frame, held as any foreign site's would be. */
export async function putInFrame(page: Page, path: string, sample: string, address: string): Promise<void> {
  const match = matchEmbed('https://elsewhere.example/page')
  if (!match.ok) throw new Error('A plain address is an embed.')
  const { sandbox } = match.embed
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const body = html
      .replaceAll(`/samples/${sample}`, address)
      .replace(/sandbox="[^"]*"/, `sandbox="${sandbox}"`)
      .replace("frame-src 'self'", `frame-src 'self' ${new URL(address).origin}`)
    await route.fulfill({ response: answer, body })
  })
}

const EVIL = `<!doctype html><title>evil</title><script>
  try { top.location = '/evil-top' } catch {}
  try { parent.document.title = 'evil' } catch {}
  parent.postMessage({ evil: true }, '*')
  const link = document.createElement('a')
  link.href = '/evil-top'; link.target = '_top'; document.body?.append(link); link.click()
</script>`

const answers: Record<string, [number | 'hangs', Record<string, string>, string]> = {
  '/refuses': [200, { 'X-Frame-Options': 'DENY' }, '<p>never seen</p>'],
  '/fails': [500, {}, '<p>Internal error</p>'],
  '/hangs': ['hangs', {}, ''],
  '/evil': [200, {}, EVIL],
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
