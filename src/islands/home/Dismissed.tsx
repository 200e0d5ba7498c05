import { BANNER_DISMISSAL, dismissalKey } from '#src/shared/dismissal-key.ts'
import type { BannerView } from '#src/shared/home.ts'
import { Button } from '#src/ui/Button.tsx'
import { type AnnouncementsProps, currentAnnouncements } from './Announcements.tsx'

export function Dismissed({ banner, progress, ...props }: DismissedProps) {
  const [, announcements] = currentAnnouncements({ progress, ...props })
  const entries = announcements.map(({ name, title, date }) => ({ key: dismissalKey(name), title, date }))
  if (progress.records.get(BANNER_DISMISSAL)?.watched)
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

interface DismissedProps extends AnnouncementsProps {
  banner: BannerView
}
