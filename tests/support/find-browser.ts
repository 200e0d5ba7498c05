import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type LaunchOptions } from 'playwright'

/**
 * How tests start Chromium. Without windows, a graphics card or a separate GPU process, a page costs a third of the processor
 * time.
 */
export function browserOptions(): LaunchOptions {
  return {
    executablePath: requireBrowser(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      '--in-process-gpu',
    ],
  }
}

/**
 * `CHROMIUM_PATH`, else a Chromium installed on this machine, else Playwright's own download. As root on a Debian-like
 * machine it installs one rather than give up.
 */
function requireBrowser(): string {
  if (!findBrowser()) installMissing()
  const found = findBrowser()
  if (found) return found
  throw new Error(`No Chromium found. Install one (apt-get install ${CHROMIUM[0]}) or set CHROMIUM_PATH.`)
}

/** The headless build first: the other opens a window with pages of its own for each journey, which takes twice the time. */
const CHROMIUM = ['chromium-headless-shell', 'chromium'] as const

function findBrowser(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    findCommand(...CHROMIUM, 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ]
  return candidates.find((path) => path && existsSync(path))
}

export const ENGINES = ['webkit', 'firefox'] as const

export type Engine = (typeof ENGINES)[number]

/** The program that drives this engine on this machine. WebKit's shows its windows on a screen in memory. */
export function findEngine(engine: Engine): string | undefined {
  if (engine === 'webkit') return findCommand('Xvfb') && findCommand('WebKitWebDriver')
  const mac = '/Applications/Firefox.app/Contents/MacOS/firefox'
  return findCommand('firefox-esr', 'firefox') ?? (existsSync(mac) ? mac : undefined)
}

const ENGINE_PACKAGES = { webkit: ['webkit2gtk-driver', 'xvfb'], firefox: ['firefox-esr'] }

function findCommand(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** The engines that the command line names, beside Chromium. */
const wanted = ENGINES.filter((engine) => process.argv.includes(engine))

/** Names what the tests run in; on a Debian-like machine, root gets all of it. */
function prepareBrowsers(): void {
  installMissing()
  console.log(`Browser tests use ${requireBrowser()}`)
  for (const engine of wanted) {
    const found = findEngine(engine)
    const remedy = `apt-get install ${ENGINE_PACKAGES[engine].join(' ')}`
    if (!found && canInstall()) throw new Error(`${engine} is missing, and this failed: ${remedy}`)
    console.log(found ? `and ${found}` : `NOT TESTED: ${engine}. On Debian: ${remedy}`)
  }
}

/** In one call. */
function installMissing(): void {
  const engines = wanted.filter((engine) => !findEngine(engine)).flatMap((engine) => ENGINE_PACKAGES[engine])
  const choices = chromiumChoices().map((chromium) => [...chromium, ...engines])
  if (!canInstall() || choices[0]?.length === 0) return
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  choices.find((names) => spawnSync('apt-get', ['install', '-y', '-qq', ...names]).status === 0)
}

/** The first one that the distribution has is installed. */
function chromiumChoices(): string[][] {
  const [headless, full] = CHROMIUM
  if (process.env.CHROMIUM_PATH || findCommand(headless)) return [[]]
  return [[headless], findBrowser() ? [] : [full]]
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

if (import.meta.main) prepareBrowsers()
