import { beforeEach, expect, test } from 'vitest'
import { InviteForm } from '#src/server/people/forms.ts'
import { invitePeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import { onPortal } from '../support/portal.ts'

const NOE = 'noe@example.org'

onPortal('a list of people', (portal) => {
  let admin: SignedIn
  beforeEach(async () => {
    await portal.clear()
    admin = await portal.member(NOE)
    await portal.query(`select * from set_role(array[$1], 'admin', true)`, [NOE])
  })

  test('has at most 500, also when each is as long as may be', async () => {
    const people = Array.from({ length: 501 }, (_, n) => longPerson(n))
    const most = { people: people.slice(1), isTrial: true }
    const bytes = Buffer.byteLength(JSON.stringify(most))
    expect(bytes).toBeLessThanOrEqual(PEOPLE_BODY_MAX_BYTES)
    expect(InviteForm.safeParse({ ...most, people }).success).toBe(false)
    const results = await invitePeople(portal.deps, admin, InviteForm.parse(most))
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(500).fill('invited'))
  })
})

/** With an address of 254 characters and a name of 100, each of four bytes. */
function longPerson(n: number) {
  const local = String(n).padStart(64, 'a')
  const domain = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(57)}.example`
  return { email: `${local}@${domain}`, name: '🌺'.repeat(100) }
}
