import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { findEngine, type Engine } from '../support/find-browser.ts'
import { startTestServer } from '../support/test-server.ts'

/**
 * Commands of W3C WebDriver, and where WebKit's driver takes them. Firefox takes them by their names, on a socket
 * (Marionette), so it needs no driver beside it.
 */
const PATHS = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  PerformActions: 'actions',
  SetWindowRect: 'window/rect',
  ElementSendKeys: 'element/:id/value',
} as const

/** Starts a browser with a new profile. */
export const startBrowser: Record<Engine, () => Promise<Browser>> = {
  webkit: startWebKit,
  firefox: startFirefox,
}

/** On a screen in memory. */
async function startWebKit(): Promise<Browser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(screen.stdio[3] as Socket, 'data')) as [Buffer]
  const env = { ...ENV, DISPLAY: `:${display.toString().trim()}` }
  const { url, close } = await startTestServer(() => undefined)
  await close()
  const driver = spawn(findEngine('webkit') ?? '', [`--port=${new URL(url).port}`], { env, stdio: 'ignore' })

  const request = async (path: string, body: object | null) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'DELETE' }
    const answer = await fetch(`${url}/session${path}`, init)
    const { value } = (await answer.json()) as { value: { sessionId: string; message: string } }
    return answer.ok ? value : Promise.reject(new Error(value.message))
  }
  let session = ''
  await expect(async () => {
    session = (await request('', { capabilities: { alwaysMatch: CAPABILITIES } })).sessionId
  }).toPass()
  return {
    send: (command, parameters) =>
      request(`/${session}/${PATHS[command].replace(':id', parameters.id ?? '')}`, parameters),
    async close() {
      await request(`/${session}`, null)
      for (const child of [driver, screen]) await end(child)
    },
  }
}

async function startFirefox(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'lanai-firefox-'))
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);')
  const options = ['--headless', '--marionette', '--no-remote', '--profile', profile]
  const firefox = spawn(findEngine('firefox') ?? '', options, { env: ENV, stdio: 'ignore' })
  let port = 0
  await expect(async () => {
    port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8'))
    expect(port).toBeGreaterThan(0)
  }).toPass()

  const socket = connect(port, '127.0.0.1')
  const messages = readMessages(socket)
  // A greeting.
  await messages.next()
  const send = async (command: string, parameters: object) => {
    const text = JSON.stringify([0, 0, `WebDriver:${command}`, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , failure, result] = (await messages.next()).value ?? []
    if (failure) throw new Error(failure.message)
    return result && 'value' in result ? result.value : result
  }
  await send('NewSession', CAPABILITIES)
  return {
    send,
    async close() {
      await end(firefox)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Each message is its length in bytes, a colon, and JSON. */
async function* readMessages(socket: Socket): AsyncGenerator<Message, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    const begin = rest.indexOf(':') + 1
    const end = begin + Number(rest.toString('latin1', 0, begin - 1))
    if (begin === 0 || rest.length < end) continue
    yield JSON.parse(rest.toString('utf8', begin, end)) as Message
    rest = rest.subarray(end)
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.kill()) await ended
}

/** Not in the programme's time zone, so that calendars offer a choice. */
const ENV = { ...process.env, TZ: 'Europe/Berlin' }
const CAPABILITIES = { acceptInsecureCerts: true }

/** The third is what went wrong. */
type Message = [number, number, { message: string } | null, { value: unknown } | object | null]

export interface Browser {
  send: (command: keyof typeof PATHS, parameters: Parameters) => Promise<unknown>
  close: () => Promise<void>
}

type Parameters = { id?: string | undefined } & Record<string, unknown>
