/** A decorative icon, 18 px wide unless a class sets its size. */
export function Icon({ drawing, className = '' }: { drawing: string; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      <path d={drawing} />
    </svg>
  )
}
