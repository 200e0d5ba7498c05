import * as icons from 'lucide'
import { BareButton } from '#src/ui/Button.tsx'
import { ViewerAvatar } from '#src/ui/Avatar.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { MEMBER_MENU_ID } from './ids.ts'
import { NameAndEmail } from './NameAndEmail.tsx'

export function MemberButton() {
  return (
    <BareButton
      data-tip="Your account"
      popoverTarget={MEMBER_MENU_ID}
      className="flex w-full items-center gap-2.5 rounded-control px-1.5 py-0.5 text-left hover:bg-ink-wash collapsed:justify-center collapsed:px-0"
    >
      <ViewerAvatar />
      <span className="grid min-w-0 flex-1 leading-tight collapsed:sr-only">
        <span className="sr-only">Your account:</span>
        <NameAndEmail />
      </span>
      <Icon icon={icons.ChevronsUpDown} className="size-4 text-ink-soft collapsed:hidden" />
    </BareButton>
  )
}
