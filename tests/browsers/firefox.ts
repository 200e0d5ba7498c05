import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './program.ts'
import { done, type BrowserKind, type Driven } from './driven.ts'

/** Firefox as distributions ship it, over WebDriver BiDi, which it speaks by itself. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  programs: [['firefox-esr', 'firefox']],
  start: async ([program = 'firefox']) => {
    const profile = await mkdtemp(join(tmpdir(), 'lanai-firefox-'))
    const args = [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ]
    const { said, stop } = await startProgram(program, args, /WebDriver BiDi listening on (ws:\S+)/)
    return drive(`${said}/session`, async () => {
      await stop()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    })
  },
}

async function drive(address: string, stop: () => Promise<void>): Promise<Driven> {
  const errors: string[] = []
  const { send, close } = await connect(address, (event) => {
    if (event.type === 'javascript' && event.level === 'error') errors.push(event.text ?? '')
  })
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // In the tab that it starts with the address bar has the focus, so that no page ever has it.
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }

  return {
    name: 'Firefox',
    // A page that leads elsewhere by itself breaks off what was asked for: who waits for something there sees it come.
    open: (url) =>
      done(send('browsingContext.navigate', { context, url, wait: 'complete' }).catch(unlessAborted)),
    back: () => done(send('browsingContext.traverseHistory', { context, delta: -1 })),
    async read(expression) {
      const { result, exceptionDetails } = (await send('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      })) as { result?: { value?: string }; exceptionDetails?: { text: string } }
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : (JSON.parse(result.value) as unknown)
    },
    act: (sources) => done(send('input.performActions', { context, actions: sources })),
    resize: (width, height) =>
      done(send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async picture() {
      const { data } = (await send('browsingContext.captureScreenshot', { context })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    takeErrors: () => errors.splice(0),
    async close() {
      close()
      await stop()
    },
  }
}

function unlessAborted(error: unknown): void {
  if (!String(error).includes('NS_BINDING_ABORTED')) throw error
}

async function connect(address: string, hear: (event: LogEntry) => void) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.method === 'log.entryAdded') hear(answer.params ?? {})
    else waiting.get(answer.id ?? 0)?.(answer)
  }
  return {
    close: () => socket.close(),
    send: async (method: string, params: object): Promise<unknown> => {
      const id = ++last
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { type, result, message } = await answered
      waiting.delete(id)
      if (type === 'error') throw new Error(`${method}: ${message ?? ''}`)
      return result
    },
  }
}

interface LogEntry {
  type?: string
  level?: string
  text?: string
}

interface Answer {
  id?: number
  type?: string
  method?: string
  params?: LogEntry
  result?: unknown
  message?: string
}
