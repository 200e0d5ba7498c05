import { startTestServer } from './test-server.ts'

/** Plays framed sites that fail or attack, each under its own path. */
export async function startFrameServer(): Promise<FrameServer> {
  const asked: string[] = []
  const { url: origin, close } = await startTestServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = ANSWERS[request.url ?? '']
    if (answer === 'hangs') return
    const { status = 404, headers, body } = answer ?? {}
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(body)
  })
  return { origin, asked, stop: close }
}

/** Tries every way out of a frame there is. */
const EVIL = `<!doctype html><title>evil</title><body><script>
  const attempt = (act) => { try { act() } catch {} }
  attempt(() => { top.location = '/evil-top' })
  attempt(() => { top.location.href = 'https://evil.example/' })
  attempt(() => { parent.document.title = 'evil' })
  attempt(() => open('/evil-top', '_top'))
  for (const target of ['_top', '_parent']) attempt(() => {
    const link = document.createElement('a')
    link.href = '/evil-top'; link.target = target
    document.body.append(link); link.click()
    const form = document.createElement('form')
    form.action = '/evil-top'; form.target = target
    document.body.append(form); form.submit()
  })
  parent.postMessage({ evil: true }, '*')
  document.body.append('tried everything')
</script>`

const ANSWERS: Partial<Record<string, Answer>> = {
  '/refuses': { status: 200, headers: { 'X-Frame-Options': 'DENY' }, body: '<p>never seen</p>' },
  '/hangs': 'hangs',
  '/evil': { status: 200, body: EVIL },
}

type Answer = { status: number; headers?: Record<string, string>; body: string } | 'hangs'

export interface FrameServer {
  origin: string
  /** The paths that were asked for, in their order. */
  asked: readonly string[]
  stop: () => Promise<void>
}
