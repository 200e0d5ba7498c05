import { useStore } from '@nanostores/react'
import { closeDialog } from '#src/lib/dialogs.ts'
import { $hasSingleKeyShortcuts } from '#src/lib/single-key-shortcuts.ts'
import { CloseButton } from '#src/ui/CloseButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'

// useShortcuts.ts handles them. The search lists its own.
const shortcuts = [
  { label: 'Search', keys: ['Ctrl or ⌘', 'k'] },
  { label: 'Search (outside text fields)', keys: ['/'] },
  { label: 'Toggle sidebar', keys: ['Ctrl or ⌘', 'b'] },
  { label: 'Show shortcuts', keys: ['?'] },
]

export function ShortcutsDialog() {
  const close = () => closeDialog('shortcuts')
  return (
    <Dialog
      aria-labelledby="shortcuts-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-120 max-w-[calc(100vw-2rem)] overscroll-contain rounded-card border border-line bg-surface text-ink shadow-float backdrop:bg-backdrop"
      onClose={close}
    >
      <div className="px-4 pt-3 pb-6 sm:px-6 sm:pt-5">
        <header className="flex items-center justify-between">
          <h2 id="shortcuts-title" className="text-subheading">
            Keyboard shortcuts
          </h2>
          <CloseButton onClick={close} />
        </header>
        <dl className="mt-5 divide-y divide-line text-sm">
          {shortcuts.map(({ label, keys }) => (
            <div
              key={label}
              className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
            >
              <dt>{label}</dt>
              <dd className="flex items-center gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="inline-block min-w-7 rounded-md border border-b-2 border-edge bg-paper px-2 py-1 text-center font-sans text-xs font-medium first-letter:uppercase"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <SingleKeyCheckbox />
      </div>
    </Dialog>
  )
}

function SingleKeyCheckbox() {
  const isOn = useStore($hasSingleKeyShortcuts)
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 text-sm font-medium">
      <input
        type="checkbox"
        className="checkbox size-5"
        checked={isOn}
        onChange={({ target }) => $hasSingleKeyShortcuts.set(target.checked)}
      />
      Single-key shortcuts
    </label>
  )
}
