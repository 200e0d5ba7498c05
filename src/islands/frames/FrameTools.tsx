import { type MouseEvent, type ReactNode, useRef } from 'react'
import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import { FrameHelp } from './FrameHelp.tsx'
import type { FrameView } from './model.ts'

/**
 * The way around a frame: always there, whatever happens inside it; on a phone behind one button. Without a script 'Reload'
 * still works: a link that loads into the frame of that name.
 */
export function FrameTools({ id, frame, onReload, className = '' }: Props) {
  const helpId = `${id}-help`
  const help = useRef<HTMLDivElement>(null)
  const reload = {
    href: frame.src,
    target: `${id}-frame`,
    'data-hold': true,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      help.current?.hidePopover()
      onReload()
    },
  }
  return (
    <div
      role="group"
      aria-label={frame.title}
      // At the end of a line: seen once it is whole, so that a page that is still being read moves nothing.
      className={`${className} flex shrink-0 items-center gap-0.5 ${frame.isCard ? '' : 'not-has-[[popover]]:invisible'}`}
    >
      {/* There is nothing to load again, and the card itself says what to do. */}
      {!frame.isCard && (
        <>
          <button type="button" popoverTarget={helpId} className={TOOL} title="Not loading?">
            <Icon drawing={icons.lifeBuoy} className="max-sm:hidden" />
            <Icon drawing={icons.ellipsis} className="sm:hidden" />
            <span className="sr-only">Not loading?</span>
          </button>
          <a {...reload} className={`${TOOL} max-sm:hidden`} title="Reload">
            <Words icon={icons.rotateCw}>Reload</Words>
          </a>
        </>
      )}
      <a
        href={frame.href}
        target="_blank"
        rel="noopener"
        className={`${TOOL} ${frame.isCard ? '' : 'max-sm:hidden'}`}
        title="Open in new tab"
      >
        <Words icon={icons.externalLink}>Open in new tab</Words>
      </a>
      {!frame.isCard && (
        <div
          ref={help}
          id={helpId}
          popover="auto"
          role="dialog"
          aria-label="Not loading?"
          className="frame-help fixed m-auto w-80 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-4 text-ink shadow-float"
        >
          <p className="mb-3 font-semibold">Not loading?</p>
          <FrameHelp frame={frame} />
          <a {...reload} className="mt-2 button-quiet w-full sm:hidden">
            <Icon drawing={icons.rotateCw} className="size-4" />
            Reload
          </a>
        </div>
      )}
    </div>
  )
}

interface Props {
  /** The frame's id, which begins its name. */
  id: string
  frame: FrameView
  onReload: () => void
  /** Where it stands. */
  className?: string
}

const TOOL =
  'inline-flex h-9 min-w-9 items-center justify-center gap-2 rounded-control px-2 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11'

function Words({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <>
      <Icon drawing={icon} />
      <span className="sr-only xl:not-sr-only">{children}</span>
    </>
  )
}
