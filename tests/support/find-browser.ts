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
  const found = findBrowser() ?? installBrowser()
  if (found) return found
  throw new Error(`No Chromium found. Install one (apt-get install ${PACKAGES[0]}) or set CHROMIUM_PATH.`)
}

/** The headless build first, because it's faster. */
const PACKAGES = ['chromium-headless-shell', 'chromium'] as const

function findBrowser(): string | undefined {
  const names = [...PACKAGES, 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(':')
  const installed = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const candidates = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path))
}

/** Installs the first package that the distribution has. */
function installBrowser(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  PACKAGES.find((name) => spawnSync('apt-get', ['install', '-y', '-qq', name]).status === 0)
  return findBrowser()
}

if (import.meta.main) console.log(`Browser tests use ${requireBrowser()}`)
