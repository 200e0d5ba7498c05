import * as icons from '#src/shared/icons.ts'
import { newestOf } from '#src/shared/news/visit.ts'
import { BEFORE_NAME, NewDot } from '../news/NewDot.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type Group, pagesOf } from './navigation.ts'
import { useFlyout } from './useFlyout.ts'

/** A group's own page and, unfolded, those below it. Collapsed to its icon it shows them all in a flyout beside it. */
export function NavGroup({ group, path, isBelow, isOpen, onToggle, collapsed }: Props) {
  const flyout = useFlyout(collapsed)
  const currency = (href: string) => (href === path ? (isBelow ? 'true' : 'page') : undefined)
  const below = newestOf(
    group.children.map(({ at }) => at),
    Date.now(),
  )
  const holdsCurrent = pagesOf(group).some(({ href }) => href === path)
  return (
    <li className="relative" {...flyout.props}>
      <a
        href={group.href}
        aria-current={currency(group.href)}
        data-holds-current={holdsCurrent || undefined}
        className="nav-entry"
      >
        <Icon drawing={group.icon} />
        <span className="truncate pr-9 lg:pr-7 collapsed:sr-only">{group.label}</span>
        <NewDot at={group.at} className={AT_ICON} />
        <NewDot at={below} words="with new pages" className={`new-below ${AT_ICON}`} />
      </a>
      <details
        open={isOpen || flyout.top !== null}
        data-group={group.href}
        style={flyout.top === null ? undefined : { top: flyout.top }}
        className={`group/pages ${flyout.top === null ? 'collapsed:hidden' : 'fixed left-[2.75rem] z-30 w-56 rounded-card border border-line bg-surface p-1.5 shadow-float'}`}
      >
        <summary
          aria-label={`Pages under ${group.label}`}
          onClick={(event) => {
            event.preventDefault()
            onToggle()
          }}
          className="absolute top-0 right-0 grid size-11 list-none place-items-center rounded-control text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink lg:top-1 lg:right-1 lg:size-7 collapsed:hidden [&::-webkit-details-marker]:hidden"
        >
          <Icon
            drawing={icons.chevronRight}
            className="size-4 transition-transform duration-180 group-open/pages:rotate-90"
          />
        </summary>
        {flyout.top !== null && (
          <p className="px-3 pt-1.5 pb-1 text-xs font-semibold text-ink-soft" aria-hidden="true">
            {group.label}
          </p>
        )}
        <ul
          className={
            flyout.top === null ? 'my-1 ml-[21px] grid gap-px border-l border-line pl-2.5' : 'grid gap-px'
          }
        >
          {group.children.map(({ label, href, at }) => (
            <li key={href}>
              <a
                href={href}
                aria-current={currency(href)}
                className={flyout.top === null ? 'nav-entry' : 'nav-page'}
              >
                <span className="truncate">{label}</span>
                <NewDot at={at} className={BEFORE_NAME} />
              </a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** The icon's upper corner, collapsed too. */
const AT_ICON = 'absolute top-2.5 left-[25px] lg:top-[7px] collapsed:left-[22px]'

interface Props {
  group: Group
  path: string
  /** This page is none of them: the one at `path` leads to it. */
  isBelow: boolean
  isOpen: boolean
  onToggle: () => void
  /** The sidebar beside the page is its icons alone. */
  collapsed: boolean
}
