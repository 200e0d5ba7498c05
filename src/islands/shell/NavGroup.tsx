import * as icons from 'lucide'
import { Icon } from '../../ui/Icon.tsx'
import { type Group, pagesOf } from './navigation.ts'

/** A group's page and the pages below it: collapsible, or in a flyout beside the collapsed sidebar (shell.css). */
export function NavGroup({ group, path, isBelow }: { group: Group; path: string; isBelow: boolean }) {
  const currency = (href: string) => (href === path ? (isBelow ? 'true' : 'page') : undefined)
  return (
    <li className="nav-group">
      <a href={group.href} aria-current={currency(group.href)} className="nav-entry">
        <Icon drawing={group.icon} />
        <span className="truncate pr-9 lg:pr-7 collapsed:sr-only">{group.label}</span>
      </a>
      <details open={pagesOf(group).some(({ href }) => href === path)} data-group={group.href}>
        <summary
          aria-label={`Pages under ${group.label}`}
          className="absolute top-0 right-0 grid size-11 list-none place-items-center rounded-control hover:bg-ink-wash hover:*:text-ink lg:top-1 lg:right-1 lg:size-7 collapsed:hidden [&::-webkit-details-marker]:hidden"
        >
          <Icon drawing={icons.ChevronRight} className="size-4 chevron" />
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
            {group.children.map((page) => (
              <li key={page.href}>
                <a
                  href={page.href}
                  aria-current={currency(page.href)}
                  className="nav-entry collapsed:justify-start collapsed:px-3"
                >
                  <span className="truncate">{page.label}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </li>
  )
}
