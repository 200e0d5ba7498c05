import { readFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import { readSource } from '../src/content-check/source.ts'
import { siteSchema } from '../src/schemas/site.ts'
import { EDIT_PATH } from '../src/shared/paths.ts'

/** Adds the editor if site.yaml enables it. In development it is always enabled, for local files. */
export function edit(): AstroIntegration {
  return {
    name: 'lanai-edit',
    hooks: {
      'astro:config:setup': ({ command, config, injectRoute, updateConfig }) => {
        const file = new URL('content/site.yaml', config.srcDir)
        const { data } = siteSchema.safeParse(readSource(file.pathname, readFileSync(file, 'utf8')).value)
        if (command !== 'dev' && data?.edit?.at !== 'portal') return
        injectRoute({ pattern: EDIT_PATH, entrypoint: new URL('pages/_edit.astro', config.srcDir) })
        updateConfig({
          vite: { plugins: [withoutLanguages, inOurWords], optimizeDeps: { exclude: ['@sveltia/cms'] } },
        })
      },
    },
  }
}

/** Leaves out 9 MB of syntax highlighting that our forms don't use. */
const withoutLanguages = {
  name: 'lanai-edit-without-languages',
  enforce: 'pre' as const,
  resolveId: (id: string) => (/^@shikijs\/(langs|themes)\//.test(id) ? NOTHING : undefined),
  load: (id: string) => (id === NOTHING ? 'export default []' : undefined),
}

const NOTHING = '\0lanai-no-language'

/** The editor bundles its fonts, but would also load them from a CDN. Some of its words are programmers' own. */
const inOurWords = {
  name: 'lanai-edit-in-our-words',
  transform: (code: string, id: string) =>
    id.includes('/@sveltia/cms/')
      ? code
          .replaceAll(FONT_ELSEWHERE, '')
          .replaceAll('`Parent Folder`', '`Belongs to`')
          .replaceAll(/`(Edit )?Slug`/g, '`$1File Name`')
          .replaceAll(/`(The|This) slug /g, '`$1 file name ')
      : undefined,
}

const FONT_ELSEWHERE = /@font-face \{[^}]*cdn\.jsdelivr\.net[^}]*\}/g
