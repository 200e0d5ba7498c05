import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { writeProgrammeNames } from './programme-names.ts'

/** One file each, with what is imported later inside, so that nothing is read after the import. */
export async function bundle(root: string, sources: string[], directory: string): Promise<string[]> {
  writeProgrammeNames(root)
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outdir: directory,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    sourcemap: 'inline',
    logLevel: 'silent',
  })
  return sources.map((source) => join(directory, basename(source).replace(/\.tsx?$/, '.mjs')))
}
