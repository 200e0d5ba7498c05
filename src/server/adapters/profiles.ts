import * as z from 'zod/mini'
import type { AvatarPointers, Profiles } from '../members/ports.ts'
import type { Sql } from './neon.ts'

/** What members say about themselves, kept in Postgres. */
export function createProfiles(sql: Sql): Profiles & AvatarPointers {
  return {
    async rename(memberId, fullName) {
      const [row] = await sql`
        SELECT email, full_name, avatar_url FROM update_own_name(${memberId}, ${fullName})`
      if (!row) return null
      const { email, full_name, avatar_url } = ViewerRow.parse(row)
      return { email, fullName: full_name, avatarUrl: avatar_url }
    },

    async replaceAvatar(memberId, avatarUrl) {
      const [row] = await sql`SELECT replaced_url FROM replace_avatar(${memberId}, ${avatarUrl})`
      return row ? { replacedUrl: ReplacedRow.parse(row).replaced_url } : null
    },

    async all() {
      const rows = await sql`SELECT avatar_url FROM profiles WHERE avatar_url IS NOT NULL`
      return rows.map((row) => PointerRow.parse(row).avatar_url)
    },
  }
}

const ViewerRow = z.object({
  email: z.string(),
  full_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})
const ReplacedRow = z.object({ replaced_url: z.nullable(z.string()) })
const PointerRow = z.object({ avatar_url: z.string() })
