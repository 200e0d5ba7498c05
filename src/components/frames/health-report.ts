import type { Embed } from '../../embeds/embed.ts'
import { knownTrouble, type HealthReport } from '../../embeds/health.ts'

/**
 * What the last `npm run check:embeds` found, if there ever was one. For pages only, never for an island: it names what
 * members alone may know.
 */
const reports = import.meta.glob<HealthReport>('../../content/embed-health.json', {
  eager: true,
  import: 'default',
})
const [report] = Object.values(reports)

/** Known to let nobody show it in a frame: there is no use in trying. */
export function refusesFrames({ src }: Pick<Embed, 'src'>): boolean {
  return knownTrouble(src, report)?.status === 'refuses'
}

/** One sentence on what was wrong when it was last checked. */
export function lastSeen({ src }: Pick<Embed, 'src'>): string | undefined {
  const trouble = knownTrouble(src, report)
  return trouble && report && `On ${report.checkedAt.slice(0, 10)} our check found that it ${trouble.detail}.`
}
