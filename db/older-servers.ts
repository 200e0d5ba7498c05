/** Up to 15, whoever is a member of a role may always act as it: the options of a membership came with 16. */
const BEFORE_16: readonly (readonly [written: string, means: string])[] = [
  [`pg_has_role(current_user, role_name, 'SET')`, `pg_has_role(current_user, role_name, 'MEMBER')`],
  [`grant %I to current_user with inherit false, set true`, `grant %I to current_user`],
]

/** The words of a migration as this server understands them; what is recorded of it is the file as it stands. */
export function spokenTo(serverVersion: number, sql: string): string {
  if (serverVersion >= 16_00_00) return sql
  return BEFORE_16.reduce((text, [written, means]) => text.replaceAll(written, means), sql)
}
