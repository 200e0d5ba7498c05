import type { ReactNode } from 'react'
import { matchEmbed } from '../../embeds/match.ts'
import type { ProgrammeEvent } from '../../events/event.ts'
import { sayRule } from '../../events/say-rule.ts'
import { videoSchema } from '../../schemas/playlist.ts'

/*
 * What has not been filled in yet is empty or missing.
 */

export function Home({ heading, description, cards = [], banner }: HomeFields) {
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
      <section className="rounded-card bg-porch-sky p-6">
        <h2 className="text-xl">{banner?.title}</h2>
        <p className="mt-2">{banner?.text}</p>
        <p className="mt-4 button-primary">{banner?.action}</p>
      </section>
    </>
  )
}

export function Page({ title, description, note, adds, embed, frames = [], tabs = [] }: PageFields) {
  const links = [embed, ...frames.map((frame) => frame.embed)]
  return (
    <>
      <Heading title={title} description={description} />
      {note && <p className={CARD}>{note}</p>}
      {tabs.length > 0 && (
        <ul className="flex flex-wrap gap-4 border-b border-line">
          {tabs.map(({ label }, at) => (
            <li key={at} className="py-2 text-sm font-medium">
              {label}
            </li>
          ))}
        </ul>
      )}
      {links.map((link, at) => link && <Framed key={at} pasted={link} />)}
      {adds && <p className="text-ink-soft">We'll add {adds} soon.</p>}
    </>
  )
}

/** Other sites can't be framed here: the editor's own policy forbids it. */
function Framed({ pasted }: { pasted: string }) {
  if (pasted.startsWith('/')) return <FrameOf address={pasted} />
  const match = matchEmbed(pasted)
  return match.ok ? <FrameOf address={match.embed.href} /> : <p className="text-ember">{match.message}</p>
}

function FrameOf({ address }: { address: string }) {
  return (
    <div className={`${CARD} grid min-h-72 place-items-center`}>
      <a href={address} target="_blank" rel="noreferrer" className="text-link break-all">
        {address}
      </a>
    </div>
  )
}

export function Event({ title, kind, starts, minutes, repeats, until, place, join, text }: EventFields) {
  const when = starts && sayRule({ starts, repeats: repeats || undefined, until: until || undefined })
  const facts = [kind === 'due' ? 'Due' : `${minutes ?? 60} minutes`, place, join && 'Join']
  return (
    <section className={CARD}>
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1">{when}</p>
      <p className="text-sm text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      {text && <p className="mt-2 text-sm text-ink-soft">{text}</p>}
    </section>
  )
}

export function Announcement({ title, from, until, words }: AnnouncementFields) {
  return (
    <section className={CARD}>
      <h2 className="font-sans text-sm font-semibold">{title}</h2>
      <p className="text-sm text-ink-soft">
        {from} to {until}
      </p>
      <div className="mt-1 written-words leading-normal text-ink-soft">{words}</div>
    </section>
  )
}

export function Video({ title, videoId, speakers = [], date, duration, words }: VideoFields) {
  const { data: id } = videoSchema.shape.videoId.safeParse(videoId)
  const facts = [speakers.join(', '), date, duration]
  return (
    <article>
      <div className="aspect-video overflow-clip rounded-card bg-ink">
        {id && (
          <iframe
            title="YouTube"
            src={`https://www.youtube-nocookie.com/embed/${id}`}
            className="size-full"
          />
        )}
      </div>
      <h2 className="mt-4 text-2xl">{title}</h2>
      <p className="mt-2 text-sm text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      <div className="mt-4 written-words">{words}</div>
    </article>
  )
}

export function Transcript({ body }: { body?: string }) {
  return <p className="whitespace-pre-line">{body}</p>
}

/** Of a page; a cohort or a week has no more. */
export function Heading({ title, description }: Heading) {
  return (
    <header>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 text-ink-soft">{description}</p>
    </header>
  )
}

const CARD = 'rounded-card border border-line bg-surface p-4'

interface Heading {
  title?: string | undefined
  description?: string | undefined
}

interface HomeFields {
  heading?: string
  description?: string
  cards?: { title?: string; text?: string }[]
  banner?: { title?: string; text?: string; action?: string }
}

interface PageFields extends Heading {
  note?: string
  adds?: string
  embed?: string
  frames?: { embed?: string }[]
  tabs?: { label?: string }[]
}

type EventFields = Partial<ProgrammeEvent>

interface AnnouncementFields {
  title?: string
  from?: string
  until?: string
  words: ReactNode
}

interface VideoFields {
  title?: string
  videoId?: string
  speakers?: string[]
  date?: string
  duration?: string
  words: ReactNode
}
