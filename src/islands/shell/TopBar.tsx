import * as icons from 'lucide'
import { MEMBER_MENU_ID, NAVIGATION_ID, openDialog } from '#src/lib/dialogs.ts'
import { BareButton } from '#src/ui/Button.tsx'
import { ViewerAvatar } from '#src/ui/Avatar.tsx'
import { Icon } from '#src/ui/Icon.tsx'

export default function TopBar({ title }: { title: string }) {
  return (
    <header className="fixed inset-x-0 top-0 z-10 flex h-(--bar-height) items-center gap-1 border-b border-line bg-paper/90 px-2 backdrop-blur-sm lg:hidden print:hidden">
      <button type="button" popoverTarget={NAVIGATION_ID} className="icon-button">
        <Icon icon={icons.Menu} className="size-5" />
        <span className="sr-only">Open menu</span>
      </button>
      <BareButton
        aria-haspopup="dialog"
        className="mr-auto flex min-h-11 min-w-0 items-center gap-1 rounded-control px-2 text-sm font-semibold hover:bg-ink-wash"
        onClick={() => openDialog({ name: 'quick-menu' })}
      >
        <span className="truncate">{title}</span>
        <Icon icon={icons.ChevronDown} className="size-4 text-ink-soft" />
        <span className="sr-only">: quick menu</span>
      </BareButton>
      <BareButton popoverTarget={MEMBER_MENU_ID} className="icon-button">
        <ViewerAvatar />
        <span className="sr-only">Your account</span>
      </BareButton>
    </header>
  )
}
