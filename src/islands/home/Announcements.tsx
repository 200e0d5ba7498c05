import { persistentJSON } from '@nanostores/persistent'
import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import type { AnnouncementView } from '#src/shared/home.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CARD } from './Card.tsx'

// The names of dismissed announcements, for all members of a browser.
const $dismissed = persistentJSON<readonly string[]>('dismissed', [])

export function Announcements({ announcements, now }: AnnouncementsProps) {
  const dismissed = useStore($dismissed)
  const shown = announcements.filter(
    ({ name, showFrom, showUntil }) => showFrom <= now && now < showUntil && !dismissed.includes(name),
  )
  const dismiss = (name: string) => {
    const next = shown.find((other) => other.name !== name)
    // The focused button is removed with the announcement.
    document.getElementById(next ? dismissId(next) : 'content')?.focus({ preventScroll: true })
    $dismissed.set([...dismissed, name])
  }
  if (shown.length === 0) return null
  return (
    <section aria-label="Announcements" className={`${CARD} grid gap-3`}>
      {shown.map((announcement) => (
        <Announcement key={announcement.name} announcement={announcement} onDismiss={dismiss} />
      ))}
    </section>
  )
}

function Announcement({ announcement, onDismiss }: AnnouncementProps) {
  const { name, title, date, html } = announcement
  const titleId = `announcement-${name}`
  return (
    <article aria-labelledby={titleId} className="relative pr-10">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2
          id={titleId}
          className="relative font-sans text-sm font-semibold tracking-normal wrap-anywhere [word-spacing:normal]"
        >
          {title}
        </h2>
        <p className="text-ink-soft">{date}</p>
      </div>
      <div
        className="prose mt-1 leading-normal text-ink-soft empty:mt-0 [&_img]:max-h-56 [&_img]:object-contain [&_img]:object-left"
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <button
        id={dismissId(announcement)}
        type="button"
        className="icon-button absolute -top-2.5 -right-2.5 print:hidden"
        onClick={() => onDismiss(name)}
      >
        <Icon icon={icons.X} className="size-5" />
        <span className="sr-only">{`Dismiss: ${title}`}</span>
      </button>
    </article>
  )
}

const dismissId = ({ name }: AnnouncementView) => `dismiss-${name}`

interface AnnouncementsProps {
  announcements: readonly AnnouncementView[]
  now: number
}

interface AnnouncementProps {
  announcement: AnnouncementView
  onDismiss: (name: string) => void
}
