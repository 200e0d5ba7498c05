import type { ComponentProps } from 'react'
import type { ActivePage } from './active-page.ts'

/** A page in the navigation, marked if it is this one or leads to it. */
export function NavLink({
  activePage,
  className = '',
  children,
  ...link
}: ComponentProps<'a'> & { activePage: ActivePage }) {
  const currency = activePage.isBelow ? 'true' : 'page'
  return (
    <a
      {...link}
      aria-current={link.href === activePage.path ? currency : undefined}
      className={`nav-entry ${className}`}
    >
      {children}
    </a>
  )
}
