import { FrameSet } from './FrameSet.tsx'
import { FrameTools } from './FrameTools.tsx'
import type { FramePageContent } from './model.ts'
import { TabList } from './TabList.tsx'
import { useReloads } from './useReloads.ts'
import { useTabs } from './useTabs.ts'

/** A page of other sites' pages: title (which a phone's top bar shows), description, what can be done with the frame, and the frames or tabs of them. */
export default function FramePage({ title, description, note, frames, tabs }: FramePageContent) {
  const state = useTabs(tabs)
  const reloads = useReloads()
  const [only] = frames.length === 1 ? frames : []
  const isTabbed = tabs.length > 0
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <header
        className={`grid shrink-0 grid-cols-[minmax(0,1fr)_auto] gap-x-6 max-sm:items-center ${isTabbed ? 'mb-2' : 'mb-4'}`}
      >
        <h1
          className={`text-xl max-sm:sr-only lg:text-2xl ${isTabbed ? 'sm:pr-30 sm:pointer-coarse:pr-36' : ''}`}
        >
          {title}
        </h1>
        {only && (
          <FrameTools
            id="page-frame"
            frame={only}
            onReload={() => reloads.reload(0)}
            className="self-start max-sm:col-start-2 max-sm:row-start-1 sm:row-span-2"
          />
        )}
        <p
          id="page-description"
          className={`mt-1 max-w-[90ch] text-sm text-ink-soft max-sm:row-start-1 sm:col-start-1 sm:row-start-2 ${isTabbed ? 'max-sm:min-h-11 max-sm:pr-12 sm:pr-36 xl:pr-72' : ''}`}
        >
          {description}
          {note && <strong className="ml-[0.3em] font-semibold text-ink">{note}</strong>}
        </p>
      </header>
      {isTabbed && <TabList label={title} tabs={tabs} state={state} isVisible />}
      {frames.length > 0 && <FrameSet id="page" frames={frames} isShown reloads={reloads} />}
    </div>
  )
}
