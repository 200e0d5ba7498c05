import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { spokenTo } from '../../db/older-servers.ts'

const roles = readFileSync('db/migrations/0011_roles.sql', 'utf8')

test('from PostgreSQL 16 on a migration is run as it is written', () => {
  expect(spokenTo(16_00_00, roles)).toBe(roles)
})

test('PostgreSQL 15 hears nothing of the options of a membership, which it does not know', () => {
  const spoken = spokenTo(15_00_18, roles)
  expect(roles).toMatch(/'SET'|set true/)
  expect(spoken).not.toMatch(/'SET'|set true/)
  expect(spoken).toContain("pg_has_role(current_user, role_name, 'MEMBER')")
  expect(spoken).toContain("'grant %I to current_user'")
})
