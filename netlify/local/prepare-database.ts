import { NEWER_REMEDY, newerMessage } from '../../db/migration-files.ts'
import { migrate, MigrationError } from '../../db/migrator.ts'
import { describeSiteConflict, type SiteConflict } from '../../src/server/site.ts'
import { firstLine, ROLES, unusableDatabase, withClient } from './postgres.ts'
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
    if (!isEmbedded) await refuseWithoutRoles(databaseUrl)
    if (newer.length > 0) console.warn(`${newerMessage(newer)} ${NEWER_REMEDY}`)
    // No other portal has the embedded database, and PORT may change. Commands reach it only while the portal runs.
    if (isEmbedded) await withClient(databaseUrl, (client) => client.query('select move_site($1)', [siteUrl]))
  } catch (cause) {
    if (cause instanceof StackError) throw cause
    if (cause instanceof MigrationError) throw new StackError(firstLine(cause), { cause })
    throw unusableDatabase(databaseUrl, cause)
  }
}

// The roles are the server's, so another login may have created them.
async function refuseWithoutRoles(databaseUrl: string): Promise<void> {
  const [owner] = await withClient(databaseUrl, async (client) => {
    const sql = `select quote_ident(current_user) as login from unnest($1::text[]) role where not pg_has_role(role, 'member')`
    return (await client.query<{ login: string }>(sql, [ROLES])).rows
  })
  if (owner)
    throw new StackError(
      `${owner.login} may not act as the site’s roles. As a superuser: GRANT ${ROLES.join(', ')} TO ${owner.login}`,
    )
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
