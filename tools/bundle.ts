import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { writeProgrammeWords } from './programme-words.ts'

/** One file each, with what is imported later inside, so that nothing is read after the import. */
export async function bundle(root: string, sources: string[], directory: string): Promise<string[]> {
  writeProgrammeWords(root)
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
