import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const places = createRequire(import.meta.url).resolve.paths('any') ?? []

/** As the packages of embedded PostgreSQL are called. */
const SYSTEM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** @typedef {Record<'dependencies' | 'devDependencies' | 'optionalDependencies', object>} Project */

/**
 * Which of the project's packages are missing, why, and what to run; null when none is.
 *
 * @param {(name: string) => boolean} isInstalled
 * @returns {string | null}
 */
export function missingPackages(isInstalled = isThere) {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const project = /** @type {Project} */ (JSON.parse(file))
  const dependencies = Object.keys(project.dependencies)
  if (!dependencies.some((name) => isInstalled(name))) return 'No packages are installed. Run npm ci.'
  const optional = Object.keys(project.optionalDependencies).filter((name) => name.endsWith(`/${SYSTEM}`))
  const groups = [
    { names: dependencies, why: 'the installation didn’t end', remedy: '' },
    {
      names: Object.keys(project.devDependencies),
      why: 'NODE_ENV is production, or omit=dev is set',
      remedy: ' --include=dev',
    },
    { names: optional, why: 'omit=optional is set', remedy: ' --include=optional' },
  ]
    .map((group) => ({ ...group, names: group.names.filter((name) => !isInstalled(name)) }))
    .filter(({ names }) => names.length > 0)
  if (groups.length === 0) return null
  const list = groups.map(({ names, why }) => `${names.slice(0, 3).join(', ')}${more(names.length)} (${why})`)
  return `Packages are missing: ${list.join('; ')}. Run npm ci${groups.map(({ remedy }) => remedy).join('')}.`
}

/** @param {number} count */
function more(count) {
  return count > 3 ? ` and ${count - 3} more` : ''
}

/** What to do where packages are there, but don't work. */
export function installRemedy() {
  return isThere('.package-lock.json')
    ? 'npm skipped install scripts. Run npm rebuild --ignore-scripts=false.'
    : 'the packages were installed by another program than npm. Delete node_modules, and run npm ci.'
}

/** @param {string} name */
function isThere(name) {
  return places.some((place) => existsSync(join(place, name)))
}
