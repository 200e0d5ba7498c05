import CMS, { type CmsConfig } from '@sveltia/cms'
import { FIELDS, readYaml, TRANSCRIPT, writeYaml } from './formats.ts'

const config = JSON.parse(document.getElementById('config')?.textContent ?? '') as CmsConfig

CMS.registerCustomFormat(FIELDS, 'yaml', { fromFile: readYaml, toFile: writeYaml })

// The editor's own format for text files adds an empty line at each save.
CMS.registerCustomFormat(TRANSCRIPT, 'vtt', {
  fromFile: (body) => ({ body }),
  toFile: ({ body }: { body: string }) => body,
})

void CMS.init({ config })
