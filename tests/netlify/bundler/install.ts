import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../netlify/local/project-root.ts'

/** Where the bundler is installed, outside the sources. */
export const BUNDLER = join(PROJECT_ROOT, '.netlify/bundler')

const LOCK = 'package-lock.json'

/** Installs Netlify's bundler of functions unless it is up to date. */
export function installBundler(): void {
  const lock = readFileSync(join(import.meta.dirname, LOCK), 'utf8')
  const installed = join(BUNDLER, 'node_modules/.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return

  console.log("Installing Netlify's bundler of functions …")
  mkdirSync(BUNDLER, { recursive: true })
  for (const name of ['package.json', LOCK]) cpSync(join(import.meta.dirname, name), join(BUNDLER, name))
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], {
    cwd: BUNDLER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(installed, lock)
}
