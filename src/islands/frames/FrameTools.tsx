import * as icons from 'lucide'
import { type ReactNode, useId } from 'react'
import type { FrameView } from '#src/embeds/embed.ts'
import { BareButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { FrameHelp } from './FrameHelp.tsx'

export function FrameTools({ frame, onReload, children }: FrameToolsProps) {
  const menuId = useId()
  const helpId = useId()
  return (
    <div role="group" aria-label={frame.title} className="group/tools flex shrink-0 items-center">
      <button type="button" popoverTarget={menuId} className="icon-button sm:hidden" title="More">
        <Icon icon={icons.Ellipsis} />
        <span className="sr-only">More</span>
      </button>
      <div
        id={menuId}
        popover="auto"
        className={`max-sm:m-auto max-sm:w-60 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-1.5 max-sm:text-ink max-sm:shadow-float max-sm:group-has-[section:popover-open]/tools:invisible sm:static sm:flex sm:items-center sm:gap-0.5 sm:overflow-visible sm:bg-transparent ${BELOW_BUTTON}`}
      >
        {/* Without a frame, there is nothing to reload, and the card says what to do. */}
        {!frame.opensInNewTab && (
          <BareButton
            onClick={onReload}
            popoverTarget={menuId}
            popoverTargetAction="hide"
            className="page-tool"
            title="Reload"
          >
            <Icon icon={icons.RotateCw} />
            <span>Reload</span>
          </BareButton>
        )}
        <a href={frame.href} target="_blank" rel="noopener" className="page-tool" title="Open in new tab">
          <Icon icon={icons.ExternalLink} />
          <span>Open in new tab</span>
        </a>
        {!frame.opensInNewTab && (
          <button type="button" popoverTarget={helpId} className="page-tool" title="Having trouble?">
            <Icon icon={icons.LifeBuoy} />
            <span className="sm:sr-only">Having trouble?</span>
          </button>
        )}
        {children}
      </div>
      {!frame.opensInNewTab && (
        <section
          id={helpId}
          popover="auto"
          aria-label={`Help with ${frame.title}`}
          className={`m-auto w-full max-w-[min(24rem,100vw-2rem)] rounded-card border border-line bg-surface p-5 text-ink shadow-float ${HELP_BELOW_BUTTON}`}
        >
          <FrameHelp frame={frame} reason="asked" />
        </section>
      )}
    </div>
  )
}

// The help of a phone, whose button is in the menu, stands in the middle and takes the menu's place.
const BELOW_BUTTON =
  'max-sm:supports-[position-area:bottom]:inset-auto max-sm:supports-[position-area:bottom]:mx-0 max-sm:supports-[position-area:bottom]:my-1.5 max-sm:[position-area:bottom_span-left]'
const HELP_BELOW_BUTTON =
  'sm:supports-[position-area:bottom]:inset-auto sm:supports-[position-area:bottom]:mx-0 sm:supports-[position-area:bottom]:my-1.5 sm:[position-area:bottom_span-left] sm:[position-try-fallbacks:flip-block,flip-inline]'

interface FrameToolsProps {
  frame: FrameView
  onReload: () => void
  children?: ReactNode
}
