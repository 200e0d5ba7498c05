import CMS, { type CmsConfig } from '@sveltia/cms'
import styles from '#src/styles/preview.css?inline'
import { FIELDS, readYaml, TRANSCRIPT, writeYaml } from './formats.ts'
import { type FilledPage, embedLinks, PagePreview, embedError } from './PagePreview.tsx'

const config = JSON.parse(document.getElementById('config')?.textContent ?? '') as CmsConfig

CMS.registerCustomFormat(FIELDS, 'yaml', { fromFile: readYaml, toFile: writeYaml })

// The editor's own format for text files adds an empty line at each save.
CMS.registerCustomFormat(TRANSCRIPT, 'vtt', {
  fromFile: (body) => ({ body }),
  toFile: ({ body }: { body: string }) => body,
})

const FONTS = [...document.head.querySelectorAll('style')]
  .map(({ textContent }) => textContent)
  .filter((text) => text.includes('@font-face'))
  .join('')

// All other forms have the editor's own preview.
CMS.registerPreviewTemplate('pages', ({ entry, widgetFor }) => {
  const { data } = entry.toJS() as { data: FilledPage }
  return (
    <>
      <style>{FONTS + styles}</style>
      <main className="grid max-w-3xl gap-4 p-5">
        <PagePreview {...data} words={widgetFor('text')} />
      </main>
    </>
  )
})

// The editor shows the cause of an error with this message, and keeps the form open; on a phone, the preview is closed.
CMS.registerEventListener({
  name: 'preSave',
  handler: ({ entry }) => {
    const { collection, data } = entry.toJS() as { collection: string; data: FilledPage }
    const error = collection === 'pages' && embedLinks(data).map(embedError).find(Boolean)
    if (error) throw new Error('saving_failed', { cause: new Error(error) })
  },
})

void CMS.init({ config })
