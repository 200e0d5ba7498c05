import { VIDEO_KEYS, type KeyLine } from '../player/keys.ts'
import { CloseButton } from '../ui/CloseButton.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'

/** Opens with `?` or a button with `commandfor="shortcuts"`, and then has its keys. The palette shows its own. */
export default function Shortcuts() {
  const sections = useIsHydrated() ? SECTIONS : []
  return (
    <dialog
      id="shortcuts"
      aria-labelledby="shortcuts-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-120 max-w-[calc(100vw-2rem)] overscroll-contain rounded-card border border-line bg-surface text-ink shadow-float backdrop:bg-[oklch(0.2_0.02_240/0.45)]"
    >
      <div className="px-4 pt-3 pb-6 sm:px-6 sm:pt-5">
        <header className="flex items-center justify-between">
          <h2 id="shortcuts-title" className="text-xl">
            Keyboard shortcuts
          </h2>
          <CloseButton commandfor="shortcuts" />
        </header>
        {sections.map(([title, lines]) => (
          <section key={title} className="mt-5">
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
                        {held && <kbd className="key-cap">{held}</kbd>}
                        <kbd className="key-cap">{NAMES[key] ?? key}</kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  )
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→' }

const PAGE_KEYS: readonly KeyLine[] = [
  { does: 'Search', keys: ['k'], with: 'Ctrl or ⌘' },
  { does: 'Search (outside text fields)', keys: ['/'] },
  { does: 'Toggle sidebar', keys: ['b'], with: 'Ctrl or ⌘' },
  { does: 'Show shortcuts', keys: ['?'] },
]

const SECTIONS = Object.entries({ Anywhere: PAGE_KEYS, 'In the player': VIDEO_KEYS })
