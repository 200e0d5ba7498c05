import type { Door } from './doors.ts'
import { bodyShapes } from './body-shapes.ts'
import { headerShapes } from './header-shapes.ts'
import { targetShapes } from './target-shapes.ts'
import type { Wire } from './wire.ts'

/** One way of asking that some parser on the way has to read. */
export interface Shape {
  family: 'headers' | 'target' | 'body'
  name: string
  /** The request to this door, as large as the door takes; null where such a request is none of that door's. */
  wire: (door: Door, request: Asking) => Wire | null
}

/** What is the same of each request of somebody. */
export interface Asking {
  siteUrl: string
  /** The Cookie header; empty for a stranger. */
  cookie: string
  /** Another number for each request. */
  serial: number
}

export const everyShape: readonly Shape[] = [...headerShapes, ...targetShapes, ...bodyShapes]
