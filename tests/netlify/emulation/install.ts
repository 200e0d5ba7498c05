import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../netlify/local/project-root.ts'

/** Where the emulator's packages are installed, outside the sources. */
export const EMULATION = join(PROJECT_ROOT, '.netlify/emulation')

const LOCK = 'package-lock.json'

/** Installs the emulator (380 MB) unless it is up to date. */
export function installEmulation(): void {
  const lock = readFileSync(join(import.meta.dirname, LOCK), 'utf8')
  const installed = join(EMULATION, 'node_modules/.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return

  console.log("Installing Netlify's emulator (380 MB) …")
  mkdirSync(EMULATION, { recursive: true })
  for (const name of ['package.json', LOCK]) cpSync(join(import.meta.dirname, name), join(EMULATION, name))
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], {
    cwd: EMULATION,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(installed, lock)
}
