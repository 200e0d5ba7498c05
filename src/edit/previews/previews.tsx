import type { ReactNode } from 'react'
import type { z } from 'zod'
import { matchEmbed, videoIdOf } from '../../embeds/match.ts'
import { sayRule } from '../../events/say-rule.ts'
import type { announcementFile } from '../../schemas/announcement.ts'
import type { eventSchema } from '../../schemas/event.ts'
import type { homeSchema } from '../../schemas/home.ts'
import type { pageSchema } from '../../schemas/page.ts'
import type { videoFile } from '../../schemas/playlist.ts'

/** What has been filled in so far; an empty field may be ''. */
type Filled<Schema extends z.ZodType> = Partial<z.input<Schema>>

/** The Markdown below a file's fields, or in its `text`. */
interface Written {
  words: ReactNode
}

export function Home({ heading, description, cards = [] }: Filled<typeof homeSchema>) {
  return (
    <>
      <Heading title={heading} description={description} />
      <ul className="grid gap-3 sm:grid-cols-2">
        {cards.map(({ title, text }, at) => (
          <li key={at} className={CARD}>
            <h2 className="font-sans text-base font-semibold">{title}</h2>
            <p className="text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

export function PagePreview(page: Filled<typeof pageSchema> & Partial<Written>) {
  const { title, description, text, note, adds, embed, frames = [], tabs = [], words } = page
  const links = [embed, ...frames.map((frame) => frame.embed)]
  return (
    <>
      <Heading title={title} description={description} />
      {note && <p className={CARD}>{note}</p>}
      <ul className="flex flex-wrap gap-4 text-sm font-medium">
        {tabs.map(({ label }, at) => (
          <li key={at}>{label}</li>
        ))}
      </ul>
      {links.map((link, at) => link && <Framed key={at} pasted={link} />)}
      {text && <div className="written-words">{words}</div>}
      {adds && <p className="text-ink-soft">We'll add {adds} soon.</p>}
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

export function EventPreview(event: Filled<typeof eventSchema>) {
  const { title, kind, starts, minutes, repeats, until, place, join } = event
  const when = starts && sayRule({ starts, repeats: repeats || undefined, until: until || undefined })
  return (
    <section className={CARD}>
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1">{when}</p>
      <Facts of={[kind === 'due' ? 'Due' : `${minutes ?? 60} minutes`, place, join && 'Join']} />
    </section>
  )
}

export function AnnouncementPreview(announcement: Filled<typeof announcementFile> & Written) {
  const { title, from, until, words } = announcement
  return (
    <section className={CARD}>
      <h2 className="font-sans text-sm font-semibold">{title}</h2>
      <Facts of={[from, until]} />
      <div className="written-words mt-1 leading-normal text-ink-soft">{words}</div>
    </section>
  )
}

export function VideoPreview(video: Filled<typeof videoFile> & Written) {
  const { title, videoId, speakers = [], date, duration, words } = video
  const id = videoIdOf(videoId ?? '')
  const src = id && `https://www.youtube-nocookie.com/embed/${id}`
  return (
    <article>
      <div className="aspect-video overflow-clip rounded-card bg-porch-deep">
        {src && <iframe title="YouTube" src={src} className="size-full" />}
      </div>
      <h2 className="mt-4 text-2xl">{title}</h2>
      <Facts of={[speakers.join(', '), date, duration]} />
      <div className="written-words mt-4">{words}</div>
    </article>
  )
}

export function TranscriptPreview({ body }: { body?: string }) {
  return <p className="whitespace-pre-line">{body}</p>
}

/** Of a page; a cohort or a week has no more. */
export function Heading({
  title,
  description,
}: Partial<Record<'title' | 'description', string | undefined>>) {
  return (
    <header>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 text-ink-soft">{description}</p>
    </header>
  )
}

function Facts({ of }: { of: (string | undefined)[] }) {
  return <p className="mt-1 text-sm text-ink-soft">{of.filter(Boolean).join(' · ')}</p>
}

const NOT_PUBLISHED = 'The build refuses this link, so what you save isn’t published.'

const CARD = 'rounded-card border border-line bg-surface p-4'
