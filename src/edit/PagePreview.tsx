import type { ReactNode } from 'react'
import type { z } from 'zod'
import { matchEmbed } from '#src/embeds/match.ts'
import { capturePermissions } from '#src/embeds/permissions.ts'
import type { pageSchema } from '#src/schemas/page.ts'

/** An empty field may be ''. `words` is the rendered Markdown of `text`. */
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
          {tabs.map(({ label }, index) => (
            <li key={index}>{label}</li>
          ))}
        </ul>
      )}
      {embedLinks(page).map((link, index) => (
        <EmbedPreview key={index} url={link} />
      ))}
      {kind === 'text' && text && <div className="prose [&_img]:rounded-card">{words}</div>}
      {kind === 'coming-soon' && <p className="text-ink-soft">We’ll add {comingSoon} soon.</p>}
    </>
  )
}

// Only the address or its mistake, because the editor's content security policy allows no frames of other sites.
function EmbedPreview({ url }: { url: string }) {
  const match = url.startsWith('/') ? null : matchEmbed(url)
  if (match && !match.ok)
    return (
      <p role="alert" className="text-danger">
        {match.message}
      </p>
    )
  const address = match ? match.embed.href : url
  const permissions = match ? capturePermissions(match.embed) : []
  return (
    <div className={`${CARD} grid min-h-72 place-content-center justify-items-center gap-2`}>
      <a href={address} target="_blank" rel="noreferrer" className="text-link break-all">
        {address}
      </a>
      {permissions.length > 0 && (
        <p className="text-ink-soft">Can ask members for: {permissions.join(', ')}</p>
      )}
    </div>
  )
}

function embedLinks(page: FilledPage): string[] {
  const parts = [page, ...(page.tabs ?? [])].flatMap(({ embed, frames = [] }) => [{ embed }, ...frames])
  return parts.flatMap(({ embed }) => embed || [])
}

/** What has been filled in so far: the form has the fields of every kind. */
export type FilledPage = FieldsOf<z.input<typeof pageSchema>>

type FieldsOf<Page> = { [Name in NameIn<Page>]?: ValueIn<Page, Name> }
type NameIn<Page> = Page extends unknown ? keyof Page : never
type ValueIn<Page, Name> = Page extends unknown ? Page[Name & keyof Page] : never

const CARD = 'rounded-card border border-line bg-surface p-4'
