import * as icons from 'lucide'
import { lazy, type ReactNode, Suspense, useSyncExternalStore, useEffect, useState } from 'react'
import { type HomeView, MAX_NEWS, type NewsEntry } from '#src/shared/home.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'
import { Announcements, Dismissed } from './Announcements.tsx'
import { Banner } from './Banner.tsx'
import { CARD, CardHeading } from './Card.tsx'
import { DueCard } from './DueCard.tsx'
import { NextVideoCard } from './NextVideoCard.tsx'
import { useHomeProgress } from './useHomeProgress.ts'
import { WeekCard } from './WeekCard.tsx'
import { MINUTE_MS } from '#src/shared/units.ts'
import { NEW_FOR_MS } from '#src/shared/zoned-instant.ts'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'

// Rendered in the browser alone, because it depends on the clock and the member.
export default function Home(props: HomeProps) {
  const isHydrated = useIsHydrated()
  return (
    <ErrorBoundary>
      <div className="mt-5 flex flex-col gap-4">
        {isHydrated ? <Today {...props} /> : <Loading {...props} />}
      </div>
    </ErrorBoundary>
  )
}

// As tall as home may be, so that a reload restores the scroll position. The cards are invisible at first, because what
// comes above them would move them.
function Loading({ view, children }: HomeProps) {
  const { calendarPath } = view.week
  return (
    <div className="flex min-h-[250dvh] flex-col gap-4 noscript:min-h-0">
      <section aria-labelledby="week-title" className={CARD}>
        <CardHeading id="week-title" icon={icons.CalendarDays}>
          This week
        </CardHeading>
        <p className="mt-2">
          <span className="noscript:hidden">Loading your week…</span>
          <span className="hidden noscript:inline">Your week needs JavaScript.</span>
          {calendarPath && (
            <span>
              {' All dates are in the '}
              <a href={calendarPath} className="text-link">
                calendar
              </a>
              .
            </span>
          )}
        </p>
      </section>
      <div className="animate-appear-late noscript:animate-none">{children}</div>
    </div>
  )
}

function Today({ view, drawing, children }: HomeProps) {
  const now = useNow()
  const progress = useHomeProgress(now)
  const announcements = { announcements: view.announcements, progress, now }
  const isWide = useMediaQuery('(width >= 80rem)')
  const week = <WeekCard key="week" view={view.week} now={now} />
  const due = <DueCard key="due" view={view.week} progress={progress.progressOf('due')} now={now} />
  return (
    <>
      {$viewer.get()?.hasPendingDeletion && (
        <Suspense>
          <PendingDeletion />
        </Suspense>
      )}
      {view.banner && (
        <Banner view={view.banner} progress={progress.progressOf('banner')} drawing={drawing} />
      )}
      <Announcements {...announcements} />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_21rem] xl:grid-rows-[auto_1fr]">
        {/* The tab key follows what is seen: the week is the left column of a wide screen, and below 'Due' on others. */}
        {isWide ? [week, due] : [due, week]}
        <NextVideoCard
          videos={view.week.cohorts.find(({ videos }) => videos.length > 0)?.videos ?? []}
          records={progress.syncedRecords}
          drawing={drawing}
        />
      </div>
      {children}
      <News entries={view.news} now={now} />
      <Dismissed {...announcements} banner={view.banner} />
    </>
  )
}

// Few members need it.
const PendingDeletion = lazy(() =>
  import('#src/islands/account/PendingDeletion.tsx').then((module) => ({ default: module.PendingDeletion })),
)

/** Whether a media query matches. Only for components that the build doesn't render. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** The time in milliseconds since 1970, by the minute and when the member comes back to the page. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const update = () => setNow(Date.now())
    const timer = setInterval(update, MINUTE_MS)
    addEventListener('pageshow', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}

function News({ entries, now }: { entries: readonly NewsEntry[]; now: number }) {
  const shown = entries
    .filter(({ addedAt }) => addedAt <= now && now - addedAt <= NEW_FOR_MS)
    .slice(0, MAX_NEWS)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="news" className={CARD}>
      <CardHeading id="news" icon={icons.Sparkles}>
        New
      </CardHeading>
      <ul className="-mx-3 mt-2 grid gap-px sm:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
        {shown.map(({ title, href, kind, audience }) => (
          <li key={href}>
            <a
              href={href}
              className="group block min-h-11 rounded-control px-3 py-2.5 text-sm hover:bg-ink-wash"
            >
              <span className="mr-1 font-medium underline decoration-transparent underline-offset-3 group-hover:decoration-accent">
                {title}
              </span>{' '}
              <span className="inline-block text-ink-soft">{kind}</span>
              <AudienceLabel audience={audience} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface HomeProps {
  view: HomeView
  drawing?: ReactNode
  children?: ReactNode
}
