import { ChevronRight, type IconNode } from 'lucide'

/**
 * A decorative icon, 18 px wide unless a class sets its size. Inline, because an image in a style sheet costs 4 ms each and a page has
 * 28.
 */
export function Icon({ icon, className = '' }: { icon: IconNode; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      {icon.map(([Element, attributes], index) => (
        <Element key={index} {...attributes} />
      ))}
    </svg>
  )
}

export function Chevron() {
  return (
    <Icon
      icon={ChevronRight}
      className="size-4 text-ink-soft transition-transform duration-180 in-[[open]>summary]:rotate-90"
    />
  )
}
