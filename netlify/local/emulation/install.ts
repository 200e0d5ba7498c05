import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
const LOCK = join(FOLDER, 'package-lock.json')
/** Lies among what was installed, so that throwing that away throws it away too. */
const STAMP = join(FOLDER, 'node_modules/.installed-lock.json')

if (import.meta.main) installEmulation()

/** Installs the packages of Netlify's emulation, 400 MB that nothing else needs. Once: what is there stays. */
export function installEmulation(): void {
  const lock = readFileSync(LOCK, 'utf8')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.log("Installing Netlify's emulation …")
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(STAMP, lock)
}
