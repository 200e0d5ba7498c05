import CMS, { type CmsConfig } from '@sveltia/cms'
import { registerPreviews } from './previews/register.tsx'
import { FIELDS, readYaml, TRANSCRIPT, writeYaml } from './formats.ts'

const config = JSON.parse(document.getElementById('config')?.textContent ?? '') as CmsConfig & {
  collections: { name: string }[]
}

CMS.registerCustomFormat(FIELDS, 'yaml', { fromFile: readYaml, toFile: writeYaml })

// The editor's own format for text files adds an empty line at each save.
CMS.registerCustomFormat(TRANSCRIPT, 'vtt', {
  fromFile: (body) => ({ body }),
  toFile: ({ body }: { body: string }) => body,
})

registerPreviews(config.collections)
void CMS.init({ config })
