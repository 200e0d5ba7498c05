import CMS from '@sveltia/cms'
import { type ComponentType, createElement } from 'react'
import styles from '../../styles/preview.css?inline'
import {
  AnnouncementPreview,
  EventPreview,
  Heading,
  Home,
  PagePreview,
  TranscriptPreview,
  VideoPreview,
} from './previews.tsx'

/** The preview of a form shows what members will see, in the portal's own fonts and colours. */
export function registerPreviews(collections: readonly { name: string }[]): void {
  register('home', Home)
  register('pages', PagePreview)
  register('events', EventPreview)
  register('announcements', AnnouncementPreview)
  register('cohorts', Heading)
  for (const { name } of collections) {
    if (name.endsWith('-weeks')) register(name, Heading)
    if (name.endsWith('-videos')) register(name, VideoPreview)
    if (name.endsWith('-transcripts')) register(name, TranscriptPreview)
  }
}

/** @param Shown gets what the fields hold now, and `words`, the Markdown in them or below them. */
function register(name: string, Shown: ComponentType<never>): void {
  CMS.registerPreviewTemplate(name, ({ entry, widgetFor }) => {
    const { data } = entry.toJS() as { data: object }
    return (
      <>
        <style>{FONTS + styles}</style>
        <main className="grid max-w-3xl gap-4 p-5">
          {createElement(
            Shown as ComponentType,
            { ...data, words: widgetFor(name === 'pages' ? 'text' : 'body') } as object,
          )}
        </main>
      </>
    )
  })
}

/** Of the editor's page. */
const FONTS = [...document.head.querySelectorAll('style')]
  .map(({ textContent }) => textContent)
  .filter((text) => text.includes('@font-face'))
  .join('')
