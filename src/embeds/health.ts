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
  | 'broken'
  /** It doesn't answer. */
  | 'silent'

/** The last check's finding; undefined when it was fine or never checked. */
export function knownTrouble(src: string, report: HealthReport | undefined): Health | undefined {
  const health = report?.addresses[src]
  return health?.status === 'ok' ? undefined : health
}
