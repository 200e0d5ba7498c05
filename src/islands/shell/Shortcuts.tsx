import * as icons from '#src/shared/icons.ts'
import { VIDEO_KEYS, type KeyLine } from '../player/keys.ts'
import { Icon } from '../ui/Icon.tsx'

/** Opens with `?`, or any button with `commandfor="shortcuts"`. Plain HTML: it needs no script. */
export function Shortcuts() {
  return (
    <dialog
      id="shortcuts"
      aria-labelledby="shortcuts-title"
      closedby="any"
      className="m-auto max-h-[calc(100dvh-2rem)] w-120 max-w-[calc(100vw-2rem)] overscroll-contain rounded-card border border-line bg-surface px-4 pt-3 pb-6 text-ink shadow-float backdrop:bg-[oklch(0.2_0.02_240/0.45)] sm:px-6 sm:pt-5"
    >
      <header className="flex items-center justify-between">
        <h2 id="shortcuts-title" className="text-xl">
          Keyboard shortcuts
        </h2>
        <button
          type="button"
          commandfor="shortcuts"
          command="close"
          aria-label="Close"
          className="-mr-2 icon-button"
        >
          <Icon drawing={icons.x} className="size-5" />
        </button>
      </header>
      <Keys title="Anywhere" lines={PAGE_KEYS} />
      <Keys title="In the player" lines={VIDEO_KEYS.filter(({ keys }) => !keys.includes('?'))} />
      <Keys title="In the search" lines={SEARCH_KEYS} />
    </dialog>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section className="mt-5">
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

const PAGE_KEYS: readonly KeyLine[] = [
  { does: 'Search', keys: ['k'], with: 'Ctrl or ⌘' },
  { does: 'Search, outside a text field', keys: ['/'] },
  { does: 'Open or close the menu', keys: ['b'], with: 'Ctrl or ⌘' },
  { does: 'Show shortcuts', keys: ['?'] },
]

const SEARCH_KEYS: readonly KeyLine[] = [
  { does: 'Move between results', keys: ['ArrowUp', 'ArrowDown'] },
  { does: 'Open', keys: ['Enter'] },
  { does: 'Close search', keys: ['Escape'] },
]
