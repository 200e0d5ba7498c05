import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const places = createRequire(import.meta.url).resolve.paths('any') ?? []

/** As the packages of embedded PostgreSQL are called. */
const SYSTEM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** @typedef {Record<'dependencies' | 'devDependencies' | 'optionalDependencies', object>} Project */

/**
 * Which of the project's packages are missing, and what to run; null when none is.
 *
 * @param {(name: string) => boolean} isInstalled
 * @returns {string | null}
 */
export function missingPackages(isInstalled = isThere) {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const project = /** @type {Project} */ (JSON.parse(file))
  const optional = Object.keys(project.optionalDependencies).filter((name) => name.endsWith(`/${SYSTEM}`))
  const needed = [...Object.keys({ ...project.dependencies, ...project.devDependencies }), ...optional]
  const missing = needed.filter((name) => !isInstalled(name))
  if (missing.length === 0) return null
  const why = 'Not all were installed, perhaps because NODE_ENV is production or `omit` is set.'
  return `Packages are missing (${missing.length}, such as ${missing[0]}). ${why} Run npm ci --include=dev --include=optional.`
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
