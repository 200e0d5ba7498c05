/** The result of `npm run check:embeds`: `src/content/embed-health.json`. */
export interface HealthReport {
  /** ISO 8601. */
  checkedAt: string
  /** By the frame's `src`. */
  addresses: Record<string, Health>
}

export interface Health {
  status: HealthStatus
  /** The finding, as the end of a sentence. */
  detail: string
}

export type HealthStatus =
  | 'ok'
  /** It doesn't allow this site to frame it. */
  | 'refuses'
  /** It asks to sign in, or refuses everyone. */
  | 'closed'
  | 'gone'
  /** The provider answers with an error. */
  | 'failing'
  | 'silent'
  /** It is in a private network, so it wasn't requested. */
  | 'private'
  /** A sample address that editors haven't replaced yet. */
  | 'placeholder'

/** The last check's finding; undefined when it was fine or never checked. */
export function knownTrouble(src: string, report: HealthReport | undefined): Health | undefined {
  const health = report?.addresses[src]
  return health && isBroken(health.status) ? health : undefined
}

export function isBroken(status: HealthStatus): boolean {
  return status !== 'ok' && status !== 'placeholder'
}
