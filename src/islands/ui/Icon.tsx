import type { IconName } from '#src/shared/icons.ts'

/** A drawing beside words that say the same. 18 px wide unless a class says otherwise. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span className={`icon icon-${name} ${className}`} aria-hidden="true" />
}
