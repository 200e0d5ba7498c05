/** A drawing beside words that say the same. 18 px wide unless a class says otherwise. */
export function Icon({ drawing, className = '' }: { drawing: string; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      <path d={drawing} />
    </svg>
  )
}
