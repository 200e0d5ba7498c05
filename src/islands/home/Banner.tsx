import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import type { BannerStep, BannerView } from '#src/shared/home.ts'
import { DAY_MS } from '#src/shared/units.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import type { Records } from '#src/lib/progress.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { TickBox } from './TickBox.tsx'
import type { useHomeProgress } from './useHomeProgress.ts'

/** Who came in later than this may be new to the portal on each of their devices. */
const NEW_FOR_MS = 14 * DAY_MS

/** What members do first. It leaves with the visit after the last step. */
export function Banner({ view, progress, drawing }: BannerProps) {
  const viewer = useStore($viewer)
  const [isShown] = useState(() => isNeeded(view, progress.known, viewer))
  if (!isShown) return null
  return (
    <section aria-labelledby="banner-title" className="relative overflow-hidden rounded-card bg-porch-sky">
      <div className="absolute inset-0 [&_svg]:size-full">{drawing}</div>
      <div className="relative flex flex-col items-start gap-4 p-6 pb-20 wrap-anywhere sm:max-w-md sm:px-8 sm:pb-12">
        <div>
          <h2 id="banner-title" className="text-subheading">
            {view.title}
          </h2>
          <p className="mt-2">{view.text}</p>
          {view.steps.length > 0 && (
            <ol className="mt-3 rounded-control bg-surface px-3 py-1">
              {view.steps.map((step) => (
                <Step key={step.title} step={step} ticks={progress.ticks} viewer={viewer} />
              ))}
            </ol>
          )}
        </div>
        <a href={view.href} className="button-primary">
          {view.action}
        </a>
      </div>
    </section>
  )
}

function Step({ step, ticks, viewer }: { step: BannerStep; ticks: Records; viewer: Viewer | null }) {
  const { title, page, tick } = step
  const label = `Done ${title}`
  return (
    <li className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
      {tick === undefined ? (
        <input
          type="checkbox"
          disabled
          checked={viewer?.avatarUrl != null}
          aria-label={label}
          className="checkbox size-4.5"
        />
      ) : (
        <TickBox tick={tick} isDone={ticks.get(tick)?.watched === true} label={label} />
      )}
      {page === undefined ? (
        <button
          type="button"
          className="text-link"
          onClick={() => openDialog({ name: 'account', section: 'profile' })}
        >
          {title}
        </button>
      ) : (
        <a href={page} className="text-link">
          {title}
        </a>
      )}
    </li>
  )
}

/** A device that doesn't know the member's progress shows it to those who came in lately. */
function isNeeded({ steps, video }: BannerView, known: Records | null, viewer: Viewer | null): boolean {
  if (steps.length === 0 && video === undefined) return true
  if (known === null) {
    const since = viewer?.memberSince ?? null
    return since !== null && Date.now() - since < NEW_FOR_MS
  }
  const ticks = steps.length > 0 ? steps.map(({ tick }) => tick) : [video]
  return ticks.some((tick) =>
    tick === undefined ? viewer?.avatarUrl == null : known.get(tick)?.watched !== true,
  )
}

interface BannerProps {
  view: BannerView
  progress: ReturnType<typeof useHomeProgress>
  drawing: ReactNode
}
