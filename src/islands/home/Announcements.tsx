import * as icons from 'lucide'
import { dismissalKey, BANNER_DISMISSAL } from '#src/shared/dismissal-key.ts'
import type { AnnouncementView, BannerView } from '#src/shared/home.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { CARD } from './Card.tsx'
import type { HomeProgress } from './useHomeProgress.ts'
import { Button } from '#src/ui/Button.tsx'

export function Announcements({ progress, ...props }: AnnouncementsProps) {
  const [shown] = currentAnnouncements({ progress, ...props })
  const dismiss = (name: string) => {
    const next = shown.find((other) => other.name !== name)
    // The focused button is removed with the announcement.
    document.getElementById(next ? dismissId(next) : 'content')?.focus({ preventScroll: true })
    progress.dismiss(dismissalKey(name))
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

function currentAnnouncements({ announcements, progress, now }: AnnouncementsProps) {
  const current = announcements.filter(({ showFrom, showUntil }) => showFrom <= now && now < showUntil)
  const isDismissed = ({ name }: AnnouncementView) =>
    progress.records.get(dismissalKey(name))?.watched === true
  return [current.filter((each) => !isDismissed(each)), current.filter(isDismissed)] as const
}

export function Dismissed({ banner, progress, ...props }: DismissedProps) {
  const [, announcements] = currentAnnouncements({ progress, ...props })
  const entries = announcements.map(({ name, title, date }) => ({ key: dismissalKey(name), title, date }))
  if (banner && progress.records.get(BANNER_DISMISSAL)?.watched)
    entries.push({ key: BANNER_DISMISSAL, title: banner.title, date: '' })
  if (entries.length === 0) return null
  const showAgain = (key: string) => {
    // The focused button leaves.
    document.getElementById('content')?.focus()
    progress.dismiss(key, false)
  }
  return (
    <details className="text-sm print:hidden">
      <summary className="min-h-11 content-center text-ink-soft">{`Dismissed (${entries.length})`}</summary>
      <ul className="grid gap-2">
        {entries.map(({ key, title, date }) => (
          <li key={key} className="flex min-h-11 flex-wrap items-center gap-x-3 wrap-anywhere">
            {title}
            <span className="text-ink-soft">{date}</span>
            <Button variant="quiet" onClick={() => showAgain(key)}>
              Show again<span className="sr-only">{` ${title}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
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
          <AudienceLabel audience={announcement.audience} />
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

export interface AnnouncementsProps {
  announcements: readonly AnnouncementView[]
  progress: Pick<HomeProgress, 'records' | 'dismiss'>
  now: number
}

interface AnnouncementProps {
  announcement: AnnouncementView
  onDismiss: (name: string) => void
}

interface DismissedProps extends AnnouncementsProps {
  banner: BannerView | undefined
}
