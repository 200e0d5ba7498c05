/** @param logo the address of the programme's own, in place of ours. */
export function Brand({ name, logo }: { name: string; logo: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-lg font-[620] tracking-[-0.015em] text-ink">
      {logo ? (
        <img src={logo} alt="" width="24" height="24" className="size-6 shrink-0 object-contain" />
      ) : (
        <svg viewBox="0 0 24 24" width="24" height="24" fill="none" className="shrink-0" aria-hidden="true">
          <path
            d="M2.5 9.5 12 4l9.5 5.5M5 9v11M19 9v11"
            className="stroke-accent"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path d="M5 16.5h14" className="stroke-accent" strokeWidth="2" />
          <circle cx="12" cy="12.2" r="2.1" className="fill-brand" />
        </svg>
      )}
      {name}
    </span>
  )
}
