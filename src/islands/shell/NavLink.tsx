import type { ComponentProps } from 'react'
import type { Here } from './here.ts'

/** A page in the navigation, marked if it is this one or leads to it. */
export function NavLink({ here, className = '', children, ...link }: ComponentProps<'a'> & { here: Here }) {
  const currency = here.isBelow ? 'true' : 'page'
  return (
    <a
      {...link}
      aria-current={link.href === here.path ? currency : undefined}
      className={`nav-entry ${className}`}
    >
      {children}
    </a>
  )
}
