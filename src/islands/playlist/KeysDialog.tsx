import { useRef } from 'react'
import { VIDEO_KEYS, type KeyLine } from '../player/key-list.ts'
import { Dialog } from '../ui/Dialog.tsx'

/** Every key of the page. */
export function KeysDialog({ open, onOpenChange }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      ref={popup}
      title="Keys"
      open={open}
      onOpenChange={onOpenChange}

      className="sm:w-120"
    >
      <div className="grid gap-6 overflow-y-auto px-4 pt-4 pb-6 sm:px-6">
        <Keys title="While the focus is on the video, its tools or its transcript" lines={VIDEO_KEYS} />
        <Keys title="In the search" lines={SEARCH_KEYS} />
        <Keys title="Anywhere" lines={SHELL_KEYS} />
      </div>
    </Dialog>
  )
}

interface Props {
  open: boolean
  onOpenChange: (wanted: boolean) => void
}

function Keys({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section>
      <h3 className="text-sm font-semibold text-ink-soft">{title}</h3>
      <dl className="mt-2 divide-y divide-line text-sm">
        {lines.map(({ does, keys, with: held }) => (
          <div
            key={does}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
          >
            <dt>{does}</dt>
            <dd className="flex items-center gap-3">
              {keys.map((key) => (
                <span key={key} className="flex items-center gap-1">
                  {held && <Cap>{held}</Cap>}
                  <Cap>{caps[key] ?? key}</Cap>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Cap({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-7 rounded-[6px] border border-b-2 border-edge bg-paper px-2 py-1 text-center font-sans text-xs font-medium first-letter:uppercase">
      {children}
    </kbd>
  )
}

const caps: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

const SEARCH_KEYS: readonly KeyLine[] = [
  { does: 'Choose a hit', keys: ['ArrowUp', 'ArrowDown'] },
  { does: 'Go to it', keys: ['Enter'] },
  { does: 'Clear the search', keys: ['Escape'] },
]

const SHELL_KEYS: readonly KeyLine[] = [{ does: 'Open or close the menu', keys: ['b'], with: 'Ctrl or ⌘' }]
