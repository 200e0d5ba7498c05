import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { findEngine, type Engine } from '../support/find-browser.ts'

/**
 * WebDriver's commands (W3C), by the names that Firefox has for them. WebKit takes them over HTTP; Firefox takes them on a
 * socket (Marionette), which geckodriver only translates.
 */
const ROUTES = {
  Navigate: ['POST', 'url'],
  ExecuteScript: ['POST', 'execute/sync'],
  PerformActions: ['POST', 'actions'],
  SetWindowRect: ['POST', 'window/rect'],
  GetWindowHandles: ['GET', 'window/handles'],
  SwitchToWindow: ['POST', 'window'],
  ElementSendKeys: ['POST', 'element/:id/value'],
} as const

/** Starts a browser with a new profile. Its processes end with `close`. */
export async function startBrowser(engine: Engine): Promise<WebDriver> {
  return engine === 'webkit' ? startWebKit() : startFirefox()
}

async function startWebKit(): Promise<WebDriver> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(screen.stdio[3] as Socket, 'data')) as [Buffer]
  const port = await freePort()
  const env = { ...ENV, DISPLAY: `:${display.toString().trim()}` }
  const driver = spawn(findEngine('webkit') ?? '', [`--port=${port}`], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/session`
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, { method, body: body ? JSON.stringify(body) : null })
    const { value } = (await answer.json()) as { value: Failure & { sessionId: string } }
    if (!answer.ok) throw new Error(value.message)
    return value
  }
  let session = ''
  await expect(async () => {
    const { sessionId } = await ask('POST', '', { capabilities: { alwaysMatch: CAPABILITIES } })
    session = `/${sessionId}`
  }).toPass({ timeout: START_MS })
  return {
    send(command, parameters) {
      const [method, path] = ROUTES[command]
      const body = method === 'GET' ? undefined : { ...parameters }
      return ask(method, `${session}/${path.replace(':id', parameters?.id ?? '')}`, body)
    },
    async close() {
      await ask('DELETE', session)
      for (const child of [driver, screen]) await end(child)
    },
  }
}

async function startFirefox(): Promise<WebDriver> {
  const profile = await mkdtemp(join(tmpdir(), 'lanai-firefox-'))
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);')
  const options = ['--headless', '--marionette', '--no-remote', '--profile', profile]
  const firefox = spawn(findEngine('firefox') ?? '', options, { env: ENV, stdio: 'ignore' })
  let port = ''
  await expect(async () => {
    port = await readFile(join(profile, 'MarionetteActivePort'), 'utf8')
    expect(port).not.toBe('')
  }).toPass({ timeout: START_MS })
  const socket = connect(Number(port), '127.0.0.1')
  const messages = readMessages(socket)
  await messages.next()
  let id = 0
  const ask = async (command: string, parameters: object = {}) => {
    const text = JSON.stringify([0, ++id, `WebDriver:${command}`, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const { value } = await messages.next()
    if (!value) throw new Error('Firefox has ended.')
    const [, , failure, result] = value
    if (failure) throw new Error(failure.message)
    return result && 'value' in result ? result.value : result
  }
  await ask('NewSession', CAPABILITIES)
  return {
    send: ask,
    async close() {
      socket.destroy()
      await end(firefox)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Each is its length in bytes, a colon and JSON. */
async function* readMessages(socket: Socket): AsyncGenerator<Message, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const begin = rest.indexOf(':') + 1
      const stop = begin + Number(rest.subarray(0, begin - 1).toString())
      if (begin === 0 || rest.length < stop) break
      yield JSON.parse(rest.subarray(begin, stop).toString()) as Message
      rest = rest.subarray(stop)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.exitCode === null && child.kill()) await ended
}

/** Not the programme's time zone, so that calendars offer two. */
const ENV = { ...process.env, TZ: 'Europe/Berlin' }
const CAPABILITIES = { acceptInsecureCerts: true }
const START_MS = 30_000

interface Failure {
  message: string
}

type Message = [type: number, id: number, failure: Failure | null, result: { value: unknown } | object | null]

export interface WebDriver {
  send(command: keyof typeof ROUTES, parameters?: { id?: string; [name: string]: unknown }): Promise<unknown>
  close(): Promise<void>
}
