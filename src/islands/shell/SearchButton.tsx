import * as icons from '#src/shared/icons.ts'
import { useEffect, useState } from 'react'
import { PALETTE_ID } from '../palette/open-palette.ts'
import { Icon } from '../ui/Icon.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

/** Looks like the field that it opens. */
export function SearchButton({ collapsed = false, onPress }: Props) {
  const [shortcut, setShortcut] = useState('Ctrl K')
  useEffect(() => {
    if (/Mac|iP(?:hone|ad)/.test(navigator.userAgent)) setShortcut('⌘ K')
  }, [])

  return (
    <Tooltip text="Search everything" disabled={!collapsed}>
      <button
        type="button"
        commandfor={PALETTE_ID}
        command="show-modal"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="needs-script flex h-11 w-full items-center gap-2.5 rounded-control border border-line px-3 text-left text-sm text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink lg:h-9 collapsed:justify-center collapsed:border-transparent collapsed:px-0"
        onClick={onPress}
      >
        <Icon drawing={icons.search} className="size-4" />
        <span className="flex-1 collapsed:sr-only">Search</span>
        <kbd aria-hidden="true" className="font-sans text-xs max-lg:hidden collapsed:hidden">
          {shortcut}
        </kbd>
      </button>
    </Tooltip>
  )
}

interface Props {
  /** Its icon alone. */
  collapsed?: boolean
  /** Before it opens. */
  onPress?: () => void
}
