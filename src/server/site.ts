import * as z from 'zod/mini'
import { log } from './log.ts'
import type { Sql } from './vendors/ports.ts'

/**
 * Whether the database serves this site. The first one to ask makes it its own; another is refused, and the log says so. Also tells
 * the database whether administrators need a passkey.
 */
export async function claimSite(sql: Sql, siteUrl: string, rules: SiteRules): Promise<boolean> {
  const needsPasskey = rules.administrators.passkey === 'required'
  const [row] = await sql`SELECT claim_site(${siteUrl}, ${needsPasskey}) AS "isOurs"`
  if (row?.isOurs === true) return true
  log('error', { code: 'site_refused', facts: { alarm: true } })
  return false
}

/** What `find_site_conflict` returns. */
export const SiteConflict = z.nullable(z.object({ code: z.enum(['copy', 'other_site']), url: z.string() }))
export type SiteConflict = z.output<typeof SiteConflict>

/** In words for operators; null if the site may send email from its database. */
export function describeSiteConflict(conflict: SiteConflict): SiteProblem | null {
  if (!conflict) return null
  const { code, url } = conflict
  if (code === 'copy')
    return {
      problem: `this database is a copy of the one of ${url}, and no email leaves it`,
      remedy: 'npm run admin -- after-restore: docs/deploy.md, "Backup and restore"',
    }
  return {
    problem: `this database belongs to ${url}, and SITE_URL is another, so this site sends no email`,
    remedy:
      'if the site has moved, npm run admin -- site --moved-to <SITE_URL>; otherwise give it a database of its own: docs/deploy.md, "Staging"',
  }
}

/** What of site.yaml the database judges, too. */
export interface SiteRules {
  administrators: { passkey: string }
}

export interface SiteProblem {
  problem: string
  remedy: string
}
