import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

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
  throw new Error('No Chromium found. Install one (apt-get install chromium) or set CHROMIUM_PATH.')
}

function installed(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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
  console.log('No Chromium found: installing the package "chromium".')
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return findBrowser()
}

if (import.meta.main) console.log(`Browser tests use ${requireBrowser()}`)
