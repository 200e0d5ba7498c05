import type { PropsWithChildren } from 'react'
import { createRoot } from 'react-dom/client'
import CMS, { type CmsConfig, type GitHubBackend } from '@sveltia/cms'
import { type Viewer, VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import styles from '#src/styles/preview.css?inline'
import { fetchAs } from './app-token.ts'
import type { editorConfig } from './config.ts'
import { FIELDS, readYaml, TRANSCRIPT, writeYaml } from './formats.ts'
import { checkPublishState, PublishBar } from './PublishBar.tsx'
import { type FilledPage, PagePreview } from './PagePreview.tsx'
import MistakesWorker from './mistakes-worker.ts?worker'
import type { findMistakes } from './mistakes.ts'

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

// Fonts, and the programme's accent.
const SITE_STYLES = [...document.head.querySelectorAll('style')]
  .map(({ textContent }) => textContent)
  .filter((text) => /@font-face|--accent:/.test(text))
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

// As a card of home.
CMS.registerPreviewTemplate('announcements', ({ entry, widgetFor }) => {
  const { data } = entry.toJS() as { data: { title?: string } }
  return (
    <Preview>
      <article className="rounded-card border border-line bg-surface p-4 text-sm">
        <h2 className="font-sans text-sm font-semibold tracking-normal wrap-anywhere">{data.title}</h2>
        <div className="prose mt-1 leading-normal text-ink-soft [&_img]:max-h-56">{widgetFor('body')}</div>
      </article>
    </Preview>
  )
})

// The editor shows the cause of an error with this message, and keeps the form open.
CMS.registerEventListener({
  name: 'preSave',
  handler: async ({ entry }) => {
    const { collection, path, data } = entry.toJS() as { collection: string; path: string; data: object }
    const { singletons, collections } = readJson('config') as ReturnType<typeof editorConfig>
    const form =
      singletons.find(({ file }) => file === path) ?? collections.find(({ name }) => name === collection)
    const mistakes = await askWorker(path, data, form?.fields ?? [])
    if (mistakes.length > 0)
      throw new Error('saving_failed', {
        cause: new Error(`Correct this, then save again. ${mistakes.join(' ')}`),
      })
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
      <style>{SITE_STYLES + styles}</style>
      <main className="grid max-w-3xl gap-4 p-5">{children}</main>
    </>
  )
}

/** Without the worker, only the build says it. */
function askWorker(...entry: Parameters<typeof findMistakes>): Promise<string[]> {
  const worker = new MistakesWorker()
  return new Promise<string[]>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string[]>) => resolve(data)
    worker.onerror = () => resolve([])
    worker.postMessage(entry)
  }).finally(() => worker.terminate())
}

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? '')
}
