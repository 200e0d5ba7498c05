import { prefilledSource } from '#src/embeds/prefill.ts'
import { readViewer } from '../read-viewer.ts'
import type { FrameView } from './model.ts'
import { inZone, wantedZone } from './zone.ts'

/** A frame's address with what only this browser knows: who looks at it, and in whose time. */
export function completed({ src, provider, prefill, zone }: Incomplete): string {
  const filled = prefill ? prefilledSource({ src, provider }, prefill, readViewer()) : src
  const wanted = zone === undefined ? null : wantedZone(zone)
  return wanted ? inZone(filled, wanted) : filled
}

export type Incomplete = Pick<FrameView, 'src' | 'provider' | 'prefill' | 'zone'>
