import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { Builder, Session, WebDriver } from 'selenium-webdriver'
import type { Command } from 'selenium-webdriver/lib/command.js'
import { ServiceBuilder } from 'selenium-webdriver/safari.js'
import { type Engine, findEngine } from '../support/find-browser.ts'

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
  const service = new ServiceBuilder(findEngine('webkit') ?? '')
    .setEnvironment({ ...ENV, DISPLAY: `:${display.toString().trim()}` })
    .build()
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({ ...CAPABILITIES, browserName: 'MiniBrowser' })
    .build()
  return {
    driver,
    async close() {
      await driver.quit()
      await service.kill()
      await end(screen)
    },
  }
}

/** Selenium's commands over Marionette, Firefox's own protocol, which needs no geckodriver. */
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
  const execute = (command: Command) => {
    const parameters = command.getParameters() as { id?: object }
    const [id] = Object.values(parameters.id ?? {}) as string[]
    return send(MARIONETTE_NAMES[command.getName()] ?? command.getName(), { ...parameters, id })
  }
  return {
    driver: new WebDriver(new Session('', {}), { execute }),
    async close() {
      await end(firefox)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** By Selenium's names. The parameters are the same. */
const MARIONETTE_NAMES: Record<string, string> = {
  get: 'Navigate',
  setWindowRect: 'SetWindowRect',
  executeScript: 'ExecuteScript',
  actions: 'PerformActions',
  findElement: 'FindElement',
  sendKeysToElement: 'ElementSendKeys',
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

interface Browser {
  driver: WebDriver
  close: () => Promise<void>
}
