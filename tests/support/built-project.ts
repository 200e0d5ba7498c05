import { lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bringBuildUpToDate } from '../../netlify/local/build-site.ts'
import { EMULATION } from '../../netlify/local/emulation/install.ts'
import { writeProject } from './project-copy.ts'

/**
 * The portal with the programme of the tests: what gate and journeys ask. It lies beside the project's own build, which
 * shows the project's own content and is never touched by a test.
 */
export const BUILT_PROJECT = join(import.meta.dirname, '../../.netlify/tests')

/** Before the first test: builds when the product or the tests' programme has changed since. */
export default async function bringBuiltProjectUpToDate(): Promise<void> {
  writeProject(BUILT_PROJECT)
  shareEmulation()
  await bringBuildUpToDate(BUILT_PROJECT)
}

/** Netlify's emulation is 380 MB. */
function shareEmulation(): void {
  const link = join(BUILT_PROJECT, '.netlify/emulation')
  mkdirSync(dirname(link), { recursive: true })
  if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(EMULATION, link)
}

if (import.meta.main) await bringBuiltProjectUpToDate()
