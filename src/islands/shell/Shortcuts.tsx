import { CloseButton } from '../../ui/CloseButton.tsx'

/** Opens with `?` or a button with `commandfor="shortcuts"`. The palette shows its own. */
export function Shortcuts() {
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
        <dl className="mt-5 divide-y divide-line text-sm">
          {Object.entries(KEYS).map(([does, keys]) => (
            <div
              key={does}
              className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
            >
              <dt>{does}</dt>
              <dd className="flex items-center gap-1">
                {keys.map((key) => (
                  <kbd key={key} className="key-cap">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  )
}

/** app-shell.ts runs them. */
const KEYS = {
  Search: ['Ctrl or ⌘', 'k'],
  'Search (outside text fields)': ['/'],
  'Toggle sidebar': ['Ctrl or ⌘', 'b'],
  'Show shortcuts': ['?'],
}
