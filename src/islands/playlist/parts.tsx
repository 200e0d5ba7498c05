import type { ComponentProps } from 'react'

export function Chevron() {
  return (
    <svg className="chevron" aria-hidden="true">
      <use href="#playlist-chevron" />
    </svg>
  )
}

export function TranscriptFrame({ children, ...details }: ComponentProps<'details'>) {
  return (
    <details className="mt-6 rounded-card border border-line" {...details}>
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
        <Chevron />
        Transcript
      </summary>
      {children}
    </details>
  )
}

/** Scrolls a scroller, and never the page around it, so far that something in it can be seen. */
export function keepInSight(scroller: Element | null, element: Element | null, coveredOnTop = 0): void {
  if (!scroller || !element) return
  const [outer, inner] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top >= outer.top + coveredOnTop && inner.bottom <= outer.bottom) return
  scroller.scrollTop += inner.top - outer.top - outer.height / 3
}
