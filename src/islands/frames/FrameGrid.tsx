import { useReducer } from 'react'
import type { FrameView } from '#src/embeds/frame-view.ts'
import { EmbeddedFrame } from './EmbeddedFrame.tsx'
import { FrameTools } from './FrameTools.tsx'

export function FrameGrid({ frames }: { frames: FrameView[] }) {
  const columns = ['', '', 'lg:grid-cols-2', 'lg:grid-cols-3'][frames.length] ?? 'lg:grid-cols-4'
  return (
    <div className={`flex min-h-0 flex-1 flex-col gap-4 max-lg:pb-4 lg:grid lg:gap-3 ${columns}`}>
      {frames.map((frame, index) => (
        <FrameSection key={index} frame={frame} isLazy={index > 0} />
      ))}
    </div>
  )
}

function FrameSection({ frame, isLazy }: { frame: FrameView; isLazy: boolean }) {
  const [loadCount, reload] = useReducer((count: number) => count + 1, 1)
  return (
    // Below 1024 px shorter than the screen, so that a finger can scroll the page around it.
    <section
      aria-label={frame.title}
      className="flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface max-lg:h-[calc(100dvh-var(--bar-height)-5rem)] max-lg:flex-none"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 font-sans text-base leading-snug font-semibold tracking-normal">
          {frame.title}
        </h2>
        <FrameTools frame={frame} onReload={reload} />
      </div>
      <EmbeddedFrame key={loadCount} frame={frame} onReload={reload} isLazy={isLazy} />
    </section>
  )
}
