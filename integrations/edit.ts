import { readFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import { readSource } from '../src/content-check/source.ts'
import { siteSchema } from '../src/schemas/site.ts'
import { EDIT_PATH } from '../src/shared/paths.ts'

/** Builds the editor where site.yaml asks for it, and nothing of it where it does not. */
export function edit(): AstroIntegration {
  return {
    name: 'lanai-edit',
    hooks: {
      'astro:config:setup': ({ config, injectRoute, updateConfig }) => {
        const file = new URL('content/site.yaml', config.srcDir)
        const { data } = siteSchema.safeParse(readSource(file.pathname, readFileSync(file, 'utf8')).value)
        if (data?.edit?.at !== 'portal') return
        injectRoute({ pattern: EDIT_PATH, entrypoint: new URL('edit/Edit.astro', config.srcDir) })
        updateConfig({ vite: { plugins: [withoutLanguages] } })
      },
    },
  }
}

/** The editor can colour three hundred programming languages, in 9 MB that no form of ours ever asks for. */
const withoutLanguages = {
  name: 'lanai-edit-without-languages',
  enforce: 'pre' as const,
  resolveId: (id: string) => (/^@shikijs\/(langs|themes)\//.test(id) ? NOTHING : undefined),
  load: (id: string) => (id === NOTHING ? 'export default []' : undefined),
}

const NOTHING = '\0lanai-no-language'
