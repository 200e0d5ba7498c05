import type { PropsWithChildren } from 'react'
import { createRoot } from 'react-dom/client'
import CMS, { type CmsConfig, type GitHubBackend } from '@sveltia/cms'
import { type Viewer, VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import styles from '#src/styles/preview.css?inline'
import { fetchAs } from './app-token.ts'
import { FIELDS, readYaml, TRANSCRIPT, writeYaml } from './formats.ts'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import { checkPublishState, PublishBar } from './PublishBar.tsx'
import { type FilledPage, embedLinks, PagePreview, embedError } from './PagePreview.tsx'

const config = readJson('config') as Omit<CmsConfig, 'backend'> & { backend: GitHubBackend }
// Without an app, the gate leaves an empty name.
config.backend.auth_methods = config.backend.auth_methods?.filter(Boolean)
if (config.backend.auth_methods?.includes('oauth')) {
  config.backend.base_url = location.origin
  // An app's commits have no other author.
  config.backend.commit_messages = {
    create: 'Create {{collection}} “{{slug}}” ({{author-name}})',
    update: 'Update {{collection}} “{{slug}}” ({{author-name}})',
    delete: 'Delete {{collection}} “{{slug}}” ({{author-name}})',
    uploadMedia: 'Upload “{{path}}” ({{author-name}})',
    deleteMedia: 'Delete “{{path}}” ({{author-name}})',
  }
  window.fetch = fetchAs(readJson(VIEWER_ELEMENT_ID) as Viewer, window.fetch.bind(window))
}

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
    <Preview>
      <PagePreview {...data} words={widgetFor('text')} />
    </Preview>
  )
})

CMS.registerPreviewTemplate('announcements', ({ entry, widgetFor }) => {
  const { data } = entry.toJS() as { data: { title?: string } }
  return (
    <Preview>
      <AnnouncementPreview title={data.title} words={widgetFor('body')} />
    </Preview>
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

CMS.registerEventListener({ name: 'postSave', handler: checkPublishState })

void CMS.init({ config })

const { repo: repository, branch = 'main' } = config.backend
createRoot(document.getElementById('publish-bar') ?? document.body).render(
  <PublishBar repository={repository} branch={branch} />,
)

function Preview({ children }: PropsWithChildren) {
  return (
    <>
      <style>{FONTS + styles}</style>
      <main className="grid max-w-3xl gap-4 p-5">{children}</main>
    </>
  )
}

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? '')
}
