import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FrameView } from '#src/embeds/embed.ts'
import { CalendarBar } from './CalendarBar.tsx'
import { FrameHelp } from './FrameHelp.tsx'
import { useStore } from '@nanostores/react'
import { calendarInZone } from '#src/embeds/calendar-zone.ts'
import { prefilledSource } from '#src/embeds/prefill.ts'
import { $usesOwnTimeZone } from '#src/lib/time-zone.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'
import { useFragment } from './usePageUrl.ts'

// docs/product.md, Embedded pages.
const LATE_AFTER_MS = 8000

export function EmbeddedFrame({ frame, onReload, isAlone = false, isLazy = false }: EmbeddedFrameProps) {
  const src = useFrameSrc(frame)
  // A video alone has its own aspect ratio; a taller frame would be white below it.
  const videoShape =
    isAlone && frame.shape === 'video'
      ? 'max-lg:aspect-video max-lg:min-h-0 max-lg:flex-none max-lg:border-b'
      : ''
  // On phones it reaches both edges.
  const edges = isAlone ? '-mx-4 border-t border-line sm:mx-0 sm:rounded-card sm:border' : ''
  return (
    <>
      {frame.zone && <CalendarBar frame={frame} zone={frame.zone} />}
      <div className={`relative min-h-80 min-w-0 flex-1 overflow-clip bg-surface ${edges} ${videoShape}`}>
        {frame.opensInNewTab ? (
          <FrameStatus frame={frame} state="refused" />
        ) : (
          <LoadingFrame key={src} frame={frame} src={src} isLazy={isLazy} onReload={onReload} />
        )}
      </div>
    </>
  )
}

// A new src in the same iframe would add a history entry, so each src has an iframe of its own.
function LoadingFrame({ frame, src, isLazy, onReload }: LoadingFrameProps) {
  const [state, setState] = useState<FrameState>('loading')
  const iframe = useRef<HTMLIFrameElement>(null)
  const showLoaded = () => setState(navigator.onLine ? 'loaded' : 'offline')

  // The frame may have loaded before hydration. Until then, its document is about:blank, which this page may read.
  useEffect(() => {
    if (iframe.current && iframe.current.contentDocument?.URL !== 'about:blank') showLoaded()
  }, [])

  const isInView = useIsInView(iframe, isLazy)
  useEffect(() => {
    if (state !== 'loading' || !isInView) return
    const timer = setTimeout(() => setState('late'), LATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state, isInView])

  useEffect(() => {
    if (state !== 'offline') return
    addEventListener('online', onReload)
    return () => removeEventListener('online', onReload)
  }, [state, onReload])

  return (
    <>
      {state !== 'loaded' && <FrameStatus frame={frame} state={state} />}
      {src && (
        <iframe
          ref={iframe}
          title={frame.title}
          src={src}
          sandbox={frame.sandbox ?? undefined}
          allow={frame.allow || undefined}
          referrerPolicy="strict-origin-when-cross-origin"
          loading={isLazy ? 'lazy' : undefined}
          onLoad={showLoaded}
          // Other sites expect a white canvas; an iframe whose color-scheme differs from the page's is opaque anyway.
          className={`absolute inset-0 size-full ${frame.provider === 'own' ? '' : 'bg-white scheme-light'} ${state === 'loaded' ? '' : 'invisible noscript:visible'}`}
        />
      )}
    </>
  )
}

/**
 * Prefills a form with the member's name and email, and opens a calendar in their time zone at the day that the fragment names.
 * Undefined in the HTML of the build where it depends on the member.
 */
function useFrameSrc({ provider, src, prefill, zone }: FrameView): string | undefined {
  const isHydrated = useIsHydrated()
  const usesOwnTimeZone = useStore($usesOwnTimeZone)
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(useFragment())?.[0] ?? null
  // A form that is being filled in doesn't load again when the member changes their name.
  const [viewer] = useState(() => $viewer.get())

  if (!prefill && !zone) return src
  if (!isHydrated) return undefined
  const prefilledSrc = prefill && viewer ? prefilledSource({ provider, src }, prefill, viewer) : src
  const ownZone = usesOwnTimeZone ? Intl.DateTimeFormat().resolvedOptions().timeZone : null
  return zone && (ownZone ?? day) ? calendarInZone(prefilledSrc, ownZone, day) : prefilledSrc
}

// A lazy frame that hasn't been on the screen may not be loading yet, so it can't be late.
function useIsInView(iframe: RefObject<HTMLIFrameElement | null>, isLazy: boolean): boolean {
  const [isInView, setInView] = useState(!isLazy)
  useEffect(() => {
    if (isInView || !iframe.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setInView(true)
    })
    observer.observe(iframe.current)
    return () => observer.disconnect()
  }, [isInView, iframe])
  return isInView
}

function FrameStatus({ frame, state }: { frame: FrameView; state: Exclude<FrameState, 'loaded'> }) {
  return (
    <>
      <div
        className={`absolute inset-5 bg-[repeating-linear-gradient(var(--color-ink-wash)_0_1rem,transparent_0_2rem)] sm:inset-8 ${state === 'offline' || state === 'refused' ? 'opacity-50' : ''}`}
        aria-hidden="true"
      />
      <div role="status" className="absolute inset-0 grid overflow-y-auto p-4">
        {state !== 'loading' && (
          <div className="m-auto w-full max-w-96 rounded-card border border-line bg-surface p-5 shadow-float">
            <FrameHelp frame={frame} reason={state} />
          </div>
        )}
      </div>
    </>
  )
}

type FrameState = 'loading' | 'late' | 'loaded' | 'offline' | 'refused'

interface EmbeddedFrameProps {
  frame: FrameView
  onReload: () => void
  isAlone?: boolean
  isLazy?: boolean
}

interface LoadingFrameProps {
  frame: FrameView
  src: string | undefined
  isLazy: boolean
  onReload: () => void
}
