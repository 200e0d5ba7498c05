import { useState } from 'react'
import { CalendarBar } from './CalendarBar.tsx'
import { FrameCard } from './FrameCard.tsx'
import { FrameTools } from './FrameTools.tsx'
import type { FrameView } from './model.ts'
import type { Reloads } from './useReloads.ts'
import { rememberTime, type WhoseTime } from './zone.ts'

/** The frames of one page or tab: one fills what there is, several stand side by side from 1024 px. */
export function FrameSet({ id, frames, isShown, reloads }: Props) {
  const [whose, setWhose] = useState<WhoseTime | null>(null)
  const areSeveral = frames.length > 1
  const Part = areSeveral ? 'section' : 'div'
  const choose = (next: WhoseTime) => {
    rememberTime(next)
    setWhose(next)
    for (const [index, frame] of frames.entries()) if (frame.zone) reloads.reload(index)
  }
  return (
    <div
      className={`flex min-h-0 flex-1 flex-col ${areSeveral ? `gap-4 max-lg:pb-4 lg:grid lg:gap-3 ${COLUMNS[frames.length] ?? 'lg:grid-cols-4'}` : ''}`}
    >
      {frames.map((frame, index) => {
        const frameId = index === 0 ? `${id}-frame` : `${id}-frame-${index + 1}`
        return (
          <Part
            key={frameId}
            {...(areSeveral && { 'aria-label': frame.title })}
            className={`flex min-w-0 flex-col ${areSeveral ? SEVERAL : 'flex-1'}`}
          >
            {areSeveral && (
              <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
                <h2 className="min-w-0 font-sans text-base leading-snug font-semibold tracking-normal">
                  {frame.title}
                </h2>
                <FrameTools id={frameId} frame={frame} onReload={() => reloads.reload(index)} />
              </div>
            )}
            {frame.zone && <CalendarBar frame={frame} zone={frame.zone} whose={whose} onChoose={choose} />}
            <FrameCard
              id={frameId}
              frame={frame}
              isShown={isShown}
              isAlone={!areSeveral}
              isLazy={index > 0}
              reloads={reloads.countOf(index)}
            />
          </Part>
        )
      })}
    </div>
  )
}

interface Props {
  /** Begins the frames' ids. */
  id: string
  frames: readonly FrameView[]
  /** In a tab that was never open nothing loads. */
  isShown: boolean
  reloads: Reloads
}

/** Each has its width before the next one is read. */
const COLUMNS = ['', '', 'lg:grid-cols-2', 'lg:grid-cols-3']

/** As tall, below 1024 px, as the screen less what lets a finger reach the page around it. */
const SEVERAL =
  'overflow-clip rounded-card border border-line bg-surface max-lg:h-[calc(100dvh-45px-5rem)] max-lg:flex-none lg:rounded-b-none lg:border-b-0'
