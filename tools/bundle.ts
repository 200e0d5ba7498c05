import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { writeProgramme } from './programme.ts'

/** Bundles each source into one file, including dynamic imports, so that files may be deleted after the import. */
export async function bundle(root: string, sources: string[], directory: string): Promise<string[]> {
  await writeProgramme(root)
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
