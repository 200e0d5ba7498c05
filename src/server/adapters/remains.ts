import * as z from 'zod/mini'
import { UNCONFIRMED_SIGN_UP_SECONDS } from '../lifetimes.ts'
import type { Remains } from '../sweep/ports.ts'
import type { Sql } from '../vendors/neon.ts'

/** Expired rows of Postgres, and whatever else the account's own sweep removes. */
export function createRemains(sql: Sql, sweepAccounts: () => Promise<object>): Remains {
  return {
    async removeRows(atMost) {
      const rows = Rows.parse(
        await sql`
        SELECT kind, removed FROM sweep_rows(${atMost}, make_interval(secs => ${UNCONFIRMED_SIGN_UP_SECONDS}))`,
      )
      return Object.fromEntries(rows.map(({ kind, removed }) => [kind, removed]))
    },
    removeAccounts: async () => ({ ...(await sweepAccounts()) }),
  }
}

const Rows = z.array(z.object({ kind: z.string(), removed: z.number() }))
