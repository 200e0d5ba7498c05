import { type ComponentProps, useRef } from 'react'
import { contentIcons } from '#src/shared/content-icons.ts'
import type { Group } from '#src/shared/navigation.ts'
import { Chevron, Icon } from '#src/ui/Icon.tsx'
import { AudienceLabel, ForGroups } from '#src/ui/ForGroups.tsx'

/** A group's page and the pages below it: collapsible, or in a flyout beside the collapsed sidebar (shell.css). */
export function NavGroup({ group, activePage, isOpen, onToggle, isFlyout }: NavGroupProps) {
  const link = useRef<HTMLAnchorElement>(null)
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- Escape in its flyout
    <li
      className="nav-group"
      onKeyDown={({ key }) => {
        // The flyout closes (Sidebar.tsx), and would take the focus with it.
        if (key === 'Escape' && isFlyout) link.current?.focus()
      }}
    >
      <NavLink ref={link} href={group.href} activePage={activePage}>
        <Icon icon={contentIcons[group.icon]} />
        <span className="truncate pr-9 lg:pr-7 collapsed:sr-only">
          {group.label}
          <AudienceLabel audience={group.audience} isBelow />
        </span>
      </NavLink>
      <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
        <summary
          aria-label={`Pages under ${group.label}`}
          className="absolute top-0 right-0 grid size-11 list-none place-items-center rounded-control hover:bg-ink-wash hover:*:text-ink lg:top-1 lg:right-1 lg:size-7 collapsed:hidden [&::-webkit-details-marker]:hidden"
        >
          <Chevron />
        </summary>
      </details>
      {/* Beside the details: not every browser lets a style show what is inside closed ones. */}
      <div className="group-pages">
        <div>
          <p
            className="hidden px-3 pt-1.5 pb-1 text-xs font-semibold text-ink-soft collapsed:block"
            aria-hidden="true"
          >
            {group.label}
          </p>
          <ul className="my-1 ml-[21px] grid grid-cols-1 gap-px border-l border-line pl-2.5 collapsed:m-0 collapsed:border-0 collapsed:p-0">
            {group.children.map(({ label, href, audience }) => (
              <ForGroups key={href} audience={audience}>
                <li>
                  <NavLink
                    href={href}
                    activePage={activePage}
                    className="collapsed:justify-start collapsed:px-3"
                  >
                    <span className="truncate">
                      {label}
                      <AudienceLabel audience={audience} isBelow />
                    </span>
                  </NavLink>
                </li>
              </ForGroups>
            ))}
          </ul>
        </div>
      </div>
    </li>
  )
}

export function NavLink({
  activePage,
  className = '',
  children,
  ...link
}: ComponentProps<'a'> & { activePage: ActivePage }) {
  const ariaCurrent = activePage.isParent ? 'true' : 'page'
  return (
    <a
      {...link}
      aria-current={link.href === activePage.path ? ariaCurrent : undefined}
      className={`nav-entry ${className}`}
    >
      {children}
    </a>
  )
}

export interface ActivePage {
  path: string
  isParent: boolean
}

interface NavGroupProps {
  group: Group
  activePage: ActivePage
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  isFlyout: boolean
}
