import type { ReactNode } from 'react'

/** As a card of home. `words` is the rendered Markdown. */
export function AnnouncementPreview({ title, words }: { title: string | undefined; words: ReactNode }) {
  return (
    <article className="rounded-card border border-line bg-surface p-4 text-sm">
      <h2 className="font-sans text-sm font-semibold tracking-normal wrap-anywhere">{title}</h2>
      <div className="prose mt-1 leading-normal text-ink-soft [&_img]:max-h-56">{words}</div>
    </article>
  )
}
