import { freePort } from '../support/free-port.ts'
import { startProgram } from './program.ts'
import { done, type BrowserKind, type Driven } from './driven.ts'

/** WebKitGTK's small browser in a screen that nobody sees, over its own WebDriver. */
export const webkit: BrowserKind = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  programs: [['WebKitWebDriver'], ['Xvfb']],
  start: async ([driver = '', screen = '']) => {
    const display = await startProgram(
      screen,
      ['-displayfd', '1', '-screen', '0', '1600x2000x24'],
      /^(\d+)\s/,
    )
    const port = await freePort()
    // Told not to composite, it is brought down by the passage from one page to the next.
    const env = { DISPLAY: `:${display.said}`, GDK_BACKEND: 'x11' }
    const server = await startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], null, env)
    return drive(`http://127.0.0.1:${port}`, async () => {
      await server.stop()
      await display.stop()
    })
  },
}

async function drive(driver: string, stop: () => Promise<void>): Promise<Driven> {
  const { sessionId } = (await ask('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  })) as { sessionId: string }
  const session = `${driver}/session/${sessionId}`
  const post = (path: string, body: object) => ask('POST', `${session}/${path}`, body)

  return {
    name: 'WebKit',
    open: (url) => done(post('url', { url })),
    back: () => done(post('back', {})),
    async read(expression) {
      const value = await post('execute/sync', { script: `return JSON.stringify(${expression})`, args: [] })
      return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined
    },
    act: (actions) => done(post('actions', { actions })),
    async resize(width, height) {
      // A window has edges: what is left of it is the page's.
      for (let times = 0; times < 2; times++) {
        const now = (await post('execute/sync', {
          script: 'return [outerWidth - innerWidth, outerHeight - innerHeight]',
          args: [],
        })) as [number, number]
        await post('window/rect', { width: width + now[0], height: height + now[1] })
      }
    },
    picture: async () => Buffer.from((await ask('GET', `${session}/screenshot`)) as string, 'base64'),
    takeErrors: () => [],
    async close() {
      // A browser that broke down has no session any more.
      await ask('DELETE', session).catch(() => undefined)
      await stop()
    },
  }
}

async function ask(method: string, url: string, body?: object): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(url, { method, body: body ? JSON.stringify(body) : null })
      const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
      if (!answer.ok)
        throw new DriverError(`${url.split('/').slice(5).join('/')}: ${value?.error} ${value?.message}`)
      return value
    } catch (error) {
      // It listens a moment after it was started.
      if (error instanceof DriverError || tries === 40) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

class DriverError extends Error {
  override name = 'DriverError'
}
