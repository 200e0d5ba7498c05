import CMS, { type CmsConfig } from '@sveltia/cms'
import { parse, stringify } from 'yaml'
import type { FormField } from './form-fields.ts'
import { registerPreviews } from './previews/register.tsx'
import { fromRows, toRows, TRANSCRIPT } from './formats.ts'

const config = JSON.parse(document.getElementById('config')?.textContent ?? '') as CmsConfig &
  Record<'singletons' | 'collections', { name: string; format?: string; fields: FormField[] }[]>

for (const { format, fields } of [...config.singletons, ...config.collections]) {
  if (format === undefined || format === TRANSCRIPT) continue
  CMS.registerCustomFormat(format, 'yaml', {
    fromFile: (text) => toRows(parse(text) as Record<string, unknown>, fields),
    toFile: (content) =>
      stringify(fromRows(content as Record<string, unknown>, fields), { lineWidth: 0, singleQuote: true }),
  })
}

// The editor's own format for text files adds an empty line at each save.
CMS.registerCustomFormat(TRANSCRIPT, 'vtt', {
  fromFile: (body) => ({ body }),
  toFile: ({ body }: { body: string }) => body,
})

registerPreviews(config.collections)
void CMS.init({ config })
