import { describeError } from '../../db/describe-error.ts'
import { NEWER_REMEDY, newerMessage } from '../../db/migration-files.ts'
import { migrate, MigrationError } from '../../db/migrator.ts'
import { describeSiteConflict, type SiteConflict } from '../../src/server/site.ts'
import { withClient } from './postgres.ts'
import { StackError } from './stack-error.ts'

/** Migrates the database, and makes the embedded one this site's. @throws StackError when it is another site's or can't be used. */
export async function prepareDatabase(
  databaseUrl: string,
  siteUrl: string,
  isEmbedded: boolean,
): Promise<void> {
  try {
    // Another site's database isn't migrated: its code may be older.
    if (!isEmbedded) await refuseOtherSite(databaseUrl, siteUrl)
    const { newer } = await migrate(databaseUrl)
    if (newer.length > 0) console.warn(`${newerMessage(newer)} ${NEWER_REMEDY}`)
    // No other portal has the embedded database, and PORT may change. Commands reach it only while the portal runs.
    if (isEmbedded) await withClient(databaseUrl, (client) => client.query('select move_site($1)', [siteUrl]))
  } catch (cause) {
    if (cause instanceof StackError) throw cause
    if (cause instanceof MigrationError) throw new StackError(firstLine(cause), { cause })
    const { host, pathname } = new URL(databaseUrl)
    throw new StackError(`The database at ${host}${pathname} can’t be used: ${firstLine(cause)}`, { cause })
  }
}

async function refuseOtherSite(databaseUrl: string, siteUrl: string): Promise<void> {
  const conflict = await withClient(databaseUrl, async (client) => {
    const known = await client.query(
      `select where to_regprocedure('public.find_site_conflict(text)') is not null`,
    )
    if (known.rowCount === 0) return null
    const sql = 'select public.find_site_conflict($1) as conflict'
    const { rows } = await client.query<{ conflict: SiteConflict }>(sql, [siteUrl])
    return rows[0]?.conflict ?? null
  })
  const found = describeSiteConflict(conflict)
  if (found) throw new StackError(`Not started: ${found.problem}. To do: ${found.remedy}`)
}

function firstLine(error: unknown): string {
  return describeError(error).split('\n')[0] ?? ''
}
