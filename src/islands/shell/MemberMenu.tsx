import * as icons from 'lucide'
import { DIRECTORY_PATH, PEOPLE_PATH } from '#src/shared/paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { themes } from '../../lib/theme.ts'
import { MemberPicture, ViewerMark } from '../../ui/viewer.tsx'

export function MemberButton() {
  return (
    <button
      type="button"
      data-tip="Your account"
      popoverTarget="member-menu"
      className="flex w-full items-center gap-2.5 rounded-control px-1.5 py-0.5 text-left hover:bg-ink-wash collapsed:justify-center collapsed:px-0"
    >
      <MemberPicture />
      <span className="grid min-w-0 flex-1 leading-tight collapsed:sr-only">
        <span className="sr-only">Your account:</span>
        <NameAndEmail />
      </span>
      <Icon drawing={icons.ChevronsUpDown} className="size-4 text-ink-soft collapsed:hidden" />
    </button>
  )
}

/** A popover, which opens before any script has loaded. */
export function MemberMenu({ hasDirectory, contact }: MenuProps) {
  return (
    <div id="member-menu" popover="auto" role="dialog" aria-label="Your account" className="menu">
      <div className="flex items-center gap-3 px-2 pt-2 pb-3">
        <MemberPicture />
        <p className="grid min-w-0 leading-tight">
          <NameAndEmail />
        </p>
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        commandfor="account"
        command="show-modal"
        className="menu-item"
      >
        <Icon drawing={icons.Settings} />
        Account settings
      </button>
      <MenuLinks hasDirectory={hasDirectory} contact={contact} />
      <div
        role="group"
        aria-label="Theme"
        className="my-1 grid grid-cols-3 gap-0.5 rounded-control border border-line p-0.5"
      >
        {themes.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            name="theme"
            value={name}
            aria-pressed="false"
            className="min-h-11 rounded-[8px] text-xs font-medium text-ink-soft hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent-deep lg:min-h-8 forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:-outline-offset-4"
          >
            {label}
          </button>
        ))}
      </div>
      {/* Enabled by app-shell.ts: a press before would be lost in silence. */}
      <button
        type="button"
        data-sign-out
        disabled
        className="menu-item whitespace-nowrap disabled:text-ink-soft"
      >
        <Icon drawing={icons.LogOut} />
        Sign out
      </button>
    </div>
  )
}

/** The search lists them, too. */
function MenuLinks({ hasDirectory, contact }: MenuProps) {
  return (
    <>
      {hasDirectory && (
        <a href={DIRECTORY_PATH} data-also="directory, founders, who is who, contact" className="menu-item">
          <Icon drawing={icons.Contact} />
          Members
        </a>
      )}
      {'[[admins:'}
      <a
        href={PEOPLE_PATH}
        data-also="review sign-ups, approve, deny, invite, waiting, members"
        className="menu-item"
      >
        <Icon drawing={icons.UsersRound} />
        People
      </a>
      {']]'}
      <a href={`mailto:${contact}`} data-also="help, support, how this works" className="menu-item">
        <Icon drawing={icons.Mail} />
        Contact the team
      </a>
      <button
        type="button"
        aria-haspopup="dialog"
        commandfor="shortcuts"
        command="show-modal"
        data-also="help, how this works"
        className="menu-item"
      >
        <Icon drawing={icons.Settings} />
        Keyboard shortcuts
      </button>
    </>
  )
}

function NameAndEmail() {
  return (
    <>
      <span className="truncate text-sm font-medium">
        <ViewerMark is="name" />
      </span>
      <span className="truncate text-xs text-ink-soft">
        <ViewerMark is="email" />
      </span>
    </>
  )
}

interface MenuProps {
  hasDirectory: boolean
  /** The programme's address for questions. */
  contact: string
}
