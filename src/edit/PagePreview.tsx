import type { ReactNode } from 'react'
import type { z } from 'zod'
import { matchEmbed } from '../embeds/match.ts'
import type { pageSchema } from '../schemas/page.ts'

/** What members will see of a page. An empty field may be ''; `words` are the text's Markdown. */
export function PagePreview(page: FilledPage & { words?: ReactNode }) {
  const { title, description, text, note, adds, embed, frames = [], tabs = [], words } = page
  const links = [embed, ...frames.map((frame) => frame.embed)]
  return (
    <>
      <header>
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1 text-ink-soft">{description}</p>
      </header>
      {note && <p className={CARD}>{note}</p>}
      <ul className="flex flex-wrap gap-4 text-sm font-medium">
        {tabs.map(({ label }, at) => (
          <li key={at}>{label}</li>
        ))}
      </ul>
      {links.map((link, at) => link && <Framed key={at} pasted={link} />)}
      {text && <div className="written-words">{words}</div>}
      {adds && <p className="text-ink-soft">We’ll add {adds} soon.</p>}
    </>
  )
}

/** Its address or what is wrong with it, because the editor's own policy lets no other site be framed. */
function Framed({ pasted }: { pasted: string }) {
  const match = pasted.startsWith('/') ? null : matchEmbed(pasted)
  if (match && !match.ok)
    return (
      <p role="alert" className="text-ember">
        {`${NOT_PUBLISHED} ${match.message}`}
      </p>
    )
  const address = match?.embed.href ?? pasted
  return (
    <div className={`${CARD} grid min-h-72 place-items-center`}>
      <a href={address} target="_blank" rel="noreferrer" className="text-link break-all">
        {address}
      </a>
    </div>
  )
}

/** What has been filled in so far. */
export type FilledPage = Partial<z.input<typeof pageSchema>>

const NOT_PUBLISHED = 'The build refuses this link, so what you save isn’t published.'

const CARD = 'rounded-card border border-line bg-surface p-4'
