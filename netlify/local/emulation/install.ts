import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'

/** Where the packages of Netlify's emulation are, out of the way of everything that reads the sources. */
export const EMULATION = join(PROJECT_ROOT, '.netlify/emulation')

const LOCK = 'package-lock.json'

/** Installs them, 380 MB that nothing else needs. Once: what is there and up to date stays. */
export function installEmulation(): void {
  const lock = readFileSync(join(import.meta.dirname, LOCK), 'utf8')
  const installed = join(EMULATION, 'node_modules/.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return

  console.log("Installing Netlify's emulation …")
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
