import * as icons from 'lucide'
import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import type { BannerStep, BannerView } from '#src/shared/home.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { BANNER_DISMISSAL } from '#src/shared/dismissal-key.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import type { ProgressRecords } from '#src/lib/progress.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { ErrorText } from '#src/ui/Alert.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { DoneCheckbox } from './Card.tsx'
import type { CardProgress } from './useHomeProgress.ts'

// A member who joined this recently sees the banner even where their progress isn't known yet.
const NEW_MEMBER_MS = 14 * DAY_MS

// After its last step the banner stays until the next visit.
export function Banner({ view, progress, drawing }: BannerProps) {
  const viewer = useStore($viewer)
  const [isShown] = useState(() => isNeeded(view, progress.syncedRecords, viewer))
  if (!isShown || progress.records.get(BANNER_DISMISSAL)?.watched) return null
  const dismiss = () => {
    document.getElementById('content')?.focus({ preventScroll: true })
    progress.dismiss(BANNER_DISMISSAL)
  }
  return (
    <section aria-labelledby="banner-title" className="relative overflow-hidden rounded-card bg-porch-sky">
      <div className="absolute inset-0 [&_svg]:size-full">{drawing}</div>
      <div className="relative flex flex-col items-start gap-4 p-6 pb-20 wrap-anywhere sm:max-w-md sm:px-8 sm:pb-12">
        <div>
          <h2 id="banner-title" className="text-subheading">
            {view.title}
            <AudienceLabel audience={view.audience} />
          </h2>
          <p className="mt-2">{view.text}</p>
          {view.steps.length > 0 && (
            <ol className="mt-3 rounded-control bg-surface px-3 py-1" onChange={progress.onTick}>
              {view.steps.map((step) => (
                <Step key={step.title} step={step} records={progress.records} viewer={viewer} />
              ))}
            </ol>
          )}
          <p
            role="alert"
            className="mt-2 rounded-control bg-surface px-3 py-2 text-sm text-danger empty:hidden"
          >
            <ErrorText code={progress.problem} />
          </p>
        </div>
        {view.button && (
          <a href={view.button.href} className="button-primary">
            {view.button.label}
          </a>
        )}
      </div>
      <button
        type="button"
        className="icon-button absolute top-2 right-2 bg-surface print:hidden"
        onClick={dismiss}
      >
        <Icon icon={icons.X} className="size-5" />
        <span className="sr-only">{`Dismiss: ${view.title}`}</span>
      </button>
    </section>
  )
}

function Step({ step, records, viewer }: StepProps) {
  const { title, href, progressKey } = step
  const label = `Done ${title}`
  return (
    <li className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
      {progressKey === undefined ? (
        <input
          type="checkbox"
          disabled
          checked={viewer?.avatarUrl != null}
          aria-label={label}
          className="checkbox size-4.5"
        />
      ) : (
        <DoneCheckbox
          progressKey={progressKey}
          isDone={records.get(progressKey)?.watched === true}
          label={label}
        />
      )}
      {href === undefined ? (
        <button
          type="button"
          className="text-link"
          onClick={() => openDialog({ name: 'account', section: 'profile' })}
        >
          {title}
        </button>
      ) : (
        <a href={href} className="text-link">
          {title}
        </a>
      )}
    </li>
  )
}

function isNeeded(view: BannerView, syncedRecords: ProgressRecords | null, viewer: Viewer | null): boolean {
  const { steps, progressKey: introVideo } = view
  if (steps.length === 0 && introVideo === undefined) return true
  if (syncedRecords === null) {
    const memberSince = viewer?.memberSince ?? null
    return memberSince !== null && Date.now() - memberSince < NEW_MEMBER_MS
  }
  const progressKeys = steps.length > 0 ? steps.map(({ progressKey }) => progressKey) : [introVideo]
  return progressKeys.some((progressKey) =>
    progressKey === undefined ? viewer?.avatarUrl == null : syncedRecords.get(progressKey)?.watched !== true,
  )
}

interface StepProps {
  step: BannerStep
  records: ProgressRecords
  viewer: Viewer | null
}

interface BannerProps {
  view: BannerView
  progress: CardProgress
  drawing: ReactNode
}
