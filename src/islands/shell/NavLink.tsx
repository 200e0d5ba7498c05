import type { ComponentProps } from 'react'

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
