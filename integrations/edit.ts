import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { readFile } from '../src/content-check/read-file.ts'
import { siteSchema } from '../src/schemas/site.ts'
import { EDIT_PATH, EDIT_SIGN_IN_PATH } from '../src/shared/paths.ts'

/** Adds the editor if site.yaml enables it. In development it is always enabled, for local files. */
export function edit(): AstroIntegration {
  return {
    name: 'lanai-edit',
    hooks: {
      'astro:config:setup': ({ command, config, injectRoute, updateConfig }) => {
        const { data } = readFile(fileURLToPath(config.root), 'src/content/site.yaml', siteSchema)
        if (command !== 'dev' && data?.edit?.at !== 'portal') return
        injectRoute({ pattern: EDIT_PATH, entrypoint: new URL('pages/_edit.astro', config.srcDir) })
        injectRoute({
          pattern: EDIT_SIGN_IN_PATH,
          entrypoint: new URL('pages/_edit-sign-in.astro', config.srcDir),
        })
        updateConfig({ vite: { plugins: [smallEditor], optimizeDeps: { exclude: ['@sveltia/cms'] } } })
      },
    },
  }
}

// Leaves out 9 MB of syntax highlighting that our forms don't use, fonts of a CDN that the editor bundles as well, what forbids to
// zoom, and the advice to save a mistake again later.
const smallEditor: Plugin = {
  name: 'lanai-edit',
  enforce: 'pre',
  resolveId: (id) => (/^@shikijs\/(langs|themes)\//.test(id) ? NO_LANGUAGE : undefined),
  load: (id) => (id === NO_LANGUAGE ? 'export default []' : undefined),
  transform: (code, id) => (id.includes('/@sveltia/cms/') ? code.replaceAll(LEFT_OUT, '') : undefined),
}

const NO_LANGUAGE = '\0lanai-no-language'
const LEFT_OUT =
  /@font-face \{[^}]*cdn\.jsdelivr\.net[^}]*\}|`maximum-scale=1`,|(?<=saving the entry\.) Please try again later\./g
