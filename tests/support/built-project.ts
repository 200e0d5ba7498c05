import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { buildIfChanged } from '../../netlify/local/build-site.ts'
import { hashProject, KEPT_BY_BUILDS, PROJECT, writeProject } from './project-copy.ts'

/**
 * The portal with the programme of the tests: what gate and journeys ask. It lies beside the project's own build, which
 * shows the project's own content and is never touched by a test.
 */
export const BUILT_PROJECT = join(PROJECT, '.netlify/tests')

/** The hash of the sources that were copied last. */
const COPIED_STAMP = join(BUILT_PROJECT, '.netlify/copied.sha256')

/**
 * Before the first test: builds if the product or the tests' programme has changed. Otherwise it writes nothing, because other
 * tests may use the build.
 */
export default function bringBuiltProjectUpToDate(): void {
  if (lockOf(BUILT_PROJECT) !== lockOf(PROJECT)) sharePackages()
  copySources()
  buildIfChanged(BUILT_PROJECT)
}

function copySources(): void {
  const hash = hashProject()
  if (existsSync(COPIED_STAMP) && readFileSync(COPIED_STAMP, 'utf8') === hash) return
  writeProject(BUILT_PROJECT)
  mkdirSync(dirname(COPIED_STAMP), { recursive: true })
  writeFileSync(COPIED_STAMP, hash)
}

function lockOf(root: string): string | null {
  const file = join(root, 'package-lock.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Hard links, not links to folders, because a build collects a function's files by their real paths. */
function sharePackages(): void {
  const packages = join(BUILT_PROJECT, 'node_modules')
  rmSync(packages, { recursive: true, force: true })
  shareFolder(join(PROJECT, 'node_modules'), packages)
}

function shareFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (KEPT_BY_BUILDS.includes(entry.name)) continue
    const [file, name] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) shareFolder(file, name)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(file), name)
    else linkSync(file, name)
  }
}

if (import.meta.main) bringBuiltProjectUpToDate()
