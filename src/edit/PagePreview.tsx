import type { ReactNode } from 'react'
import type { z } from 'zod'
import { matchEmbed } from '#src/embeds/match.ts'
import { powersOf } from '#src/embeds/permissions.ts'
import type { pageSchema } from '#src/schemas/page.ts'

/** What members will see of a page. An empty field may be ''; `words` are the text's Markdown. */
export function PagePreview(page: FilledPage & { words?: ReactNode }) {
  const { kind, title, description, text, note, comingSoon, tabs = [], words } = page
  return (
    <>
      <header>
        <h1 className="text-heading">{title}</h1>
        <p className="mt-1 text-ink-soft">{description}</p>
      </header>
      {note && <p className={CARD}>{note}</p>}
      {kind === 'tabs' && (
        <ul className="flex flex-wrap gap-4 text-sm font-medium">
          {tabs.map(({ label }, at) => (
            <li key={at}>{label}</li>
          ))}
        </ul>
      )}
      {linksOf(page).map((link, at) => (
        <Framed key={at} pasted={link} />
      ))}
      {kind === 'text' && text && <div className="prose [&_img]:rounded-card">{words}</div>}
      {kind === 'coming-soon' && <p className="text-ink-soft">We’ll add {comingSoon} soon.</p>}
    </>
  )
}

/** Its address or what is wrong with it, because the editor's own policy lets no other site be framed. */
function Framed({ pasted }: { pasted: string }) {
  const refusal = linkRefusal(pasted)
  if (refusal)
    return (
      <p role="alert" className="text-danger">
        {refusal}
      </p>
    )
  const match = matchEmbed(pasted)
  const address = match.ok ? match.embed.href : pasted
  const powers = match.ok ? powersOf(match.embed) : []
  return (
    <div className={`${CARD} grid min-h-72 place-content-center justify-items-center gap-2`}>
      <a href={address} target="_blank" rel="noreferrer" className="text-link break-all">
        {address}
      </a>
      {powers.length > 0 && <p className="text-ink-soft">Can ask members for: {powers.join(', ')}</p>}
    </div>
  )
}

/** What a page frames, itself and in its tabs. */
export function linksOf(page: FilledPage): string[] {
  const shown = [page, ...(page.tabs ?? [])].flatMap(({ embed, frames = [] }) => [{ embed }, ...frames])
  return shown.flatMap(({ embed }) => embed || [])
}

/** Why the build refuses a link; null if it takes it. A path leads to this site’s own page. */
export function linkRefusal(link: string): string | null {
  const match = link.startsWith('/') ? null : matchEmbed(link)
  return match && !match.ok ? `The build refuses this link, so it can’t be saved. ${match.message}` : null
}

/** What has been filled in so far: the form has the fields of every kind. */
export type FilledPage = FieldsOf<z.input<typeof pageSchema>>

type FieldsOf<Page> = { [Name in NameIn<Page>]?: ValueIn<Page, Name> }
type NameIn<Page> = Page extends unknown ? keyof Page : never
type ValueIn<Page, Name> = Page extends unknown ? Page[Name & keyof Page] : never

const CARD = 'rounded-card border border-line bg-surface p-4'
