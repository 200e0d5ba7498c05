import * as icons from 'lucide'
import { openDialog } from '#src/lib/dialogs.ts'
import { BareButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'

export function SearchButton() {
  return (
    <BareButton
      data-tip="Search everything"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-11 w-full items-center gap-2.5 rounded-control border border-line px-3 text-left text-sm text-ink-soft hover:bg-ink-wash hover:text-ink lg:h-9 collapsed:justify-center collapsed:border-transparent collapsed:px-0"
      onClick={() => openDialog({ name: 'search', query: '' })}
    >
      <Icon icon={icons.Search} className="size-4" />
      <span className="flex-1 collapsed:sr-only">Search</span>
      <kbd
        aria-hidden="true"
        className="rounded-sm border border-line px-1 font-sans text-xs max-lg:hidden collapsed:hidden"
      >
        Ctrl K
      </kbd>
    </BareButton>
  )
}
