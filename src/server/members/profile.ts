import * as z from 'zod/mini'
import { Viewer } from '#src/shared/viewer.ts'
import type { AvatarPointers, Profiles } from './ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { viewerColumns } from '../adapters/viewer-columns.ts'

/** What members say about themselves, kept in Postgres. */
export function createProfiles(sql: Sql): Profiles & AvatarPointers {
  return {
    async update(memberId, { fullName }) {
      const [row] = await sql`SELECT ${viewerColumns(sql)} FROM update_own_name(${memberId}, ${fullName}) m`
      return row ? Viewer.parse(row) : null
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

const ReplacedRow = z.object({ replaced_url: z.nullable(z.string()) })
const PointerRow = z.object({ avatar_url: z.string() })
