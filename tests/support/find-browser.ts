import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

/**
 * How every test starts its browser. Without windows, a graphics card or a process to draw in, a page costs a third of
 * the processor time.
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
 * The Chromium that browser tests drive: `CHROMIUM_PATH`, else one installed on this machine, else Playwright's
 * own download; null when there is none.
 */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...installed(), chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

/** As `findBrowser`, but as root on a Debian-like machine it installs one rather than give up. */
export function requireBrowser(): string {
  const found = findBrowser() ?? (canInstall() ? install() : null)
  if (found) return found
  throw new Error(`No Chromium found. Install one (apt-get install ${PACKAGES[0]}) or set CHROMIUM_PATH.`)
}

/** The one that has no windows goes before those that only hide them. */
const PACKAGES = ['chromium-headless-shell', 'chromium'] as const

function installed(): string[] {
  const names = [...PACKAGES, 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(':')
  const mac = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return [...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)), ...mac]
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function install(): string | null {
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  for (const name of PACKAGES) {
    console.log(`No Chromium found: installing the package "${name}".`)
    try {
      execFileSync('apt-get', ['install', '-y', '-qq', name], { stdio: ['ignore', 'ignore', 'inherit'] })
      return findBrowser()
    } catch {
      // Not every distribution has each of them.
    }
  }
  return null
}

if (import.meta.main) console.log(`Browser tests use ${requireBrowser()}`)
