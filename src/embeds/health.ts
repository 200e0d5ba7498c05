/** What `npm run check:embeds` found out about the addresses that pages show, as `src/content/embed-health.json` keeps it. */
export interface HealthReport {
  /** When it was asked, as ISO 8601. */
  checkedAt: string
  /** By the frame's `src`. */
  addresses: Record<string, Health>
}

export interface Health {
  status: HealthStatus
  /** What was seen, as the end of a sentence. */
  detail: string
}

export type HealthStatus =
  | 'ok'
  /** It lets no site, or not this one, show it in a frame. */
  | 'refuses'
  /** It asks to sign in, or refuses everyone. */
  | 'closed'
  | 'gone'
  /** The provider is in trouble. */
  | 'failing'
  | 'silent'
  /** It leads into a private network, so it was not asked. */
  | 'private'
  /** An example address that is not replaced yet. */
  | 'placeholder'

/** What is known to be wrong with a frame; nothing when it was fine, or was never checked. */
export function knownTrouble(src: string, report: HealthReport | undefined): Health | undefined {
  const health = report?.addresses[src]
  return health && isBroken(health.status) ? health : undefined
}

export function isBroken(status: HealthStatus): boolean {
  return status !== 'ok' && status !== 'placeholder'
}
