import { resolve } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const INLINE = /\/src\/(?:islands|lib)\/.+\.[jt]s\?raw$/

/** Bundles and minifies scripts that pages inline with `?raw`. */
export const inlineScripts: Plugin = {
  name: 'lanai-inline-scripts',
  enforce: 'pre',
  async load(id) {
    if (!INLINE.test(id)) return null
    const { outputFiles, metafile } = await build({
      entryPoints: [id.slice(0, -'?raw'.length)],
      bundle: true,
      minify: true,
      metafile: true,
      write: false,
      format: 'iife',
      target: 'es2022',
    })
    for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input))
    return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`
  },
}
