import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { calendarInZone } from '#src/embeds/calendar-zone.ts'
import type { FrameView } from '#src/embeds/frame-view.ts'
import { prefilledSource } from '#src/embeds/prefill.ts'
import { $usesOwnTimeZone } from '#src/lib/time-zone.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'
import { useFragment } from './usePageUrl.ts'

/**
 * Prefills a form with the member's name and email, and opens a calendar in their time zone at the day that the fragment names.
 * Undefined in the HTML of the build where it depends on the member.
 */
export function useFrameSrc({ provider, src, prefill, zone }: FrameView): string | undefined {
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
