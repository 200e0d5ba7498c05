import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordBounce } from '#src/server/gate/bounces.ts'
import { findPerson, listPeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { Email } from '#src/shared/people/person.ts'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { envOf, onPortal } from '../support/portal.ts'

const KAI = Email.parse('kai@example.org')
const AT = '2026-11-27T10:53:34.4160710-05:00'
const LATER = '2026-11-27T17:00:00Z'
const LATEST = '2026-11-27T19:00:00.5+01:00'

onPortal('a bounce', (portal) => {
  let admin: SignedIn
  let gate: ReturnType<typeof createSql>
  beforeAll(() => {
    gate = createSql({ ...envOf(portal.database), DATABASE_URL: portal.database.roleUrls.lanai_edge })
  })
  beforeEach(async () => {
    await portal.clear()
    admin = await portal.admin('noe@example.org')
    await portal.member(KAI)
  })

  test('is shown to administrators until Postmark reactivates the address', async () => {
    await bounce()
    expect(await shown()).toEqual(['HardBounce', new Date(AT)])
    for (let n = 0; n < 2; n++) await change('SpamComplaint')
    expect(await shown()).toEqual(['SpamComplaint', new Date(LATER)])
    await change(null)
    expect(await shown()).toEqual(['HardBounce', new Date(AT)])
    await change(null, 'outbound')
    await bounce(Email.parse('office@example.org'))
    expect(await shown()).toEqual([null, null])
  })

  test('isn’t replaced by an older report that arrives later', async () => {
    await bounce(KAI, LATER)
    await change(null, 'outbound', AT)
    expect(await shown(), 'a late reactivation').toEqual(['HardBounce', new Date(LATER)])
    await bounce(KAI, AT)
    expect(await shown(), 'an older bounce').toEqual(['HardBounce', new Date(LATER)])
  })

  test('that is reported after a reactivation isn’t shown', async () => {
    await bounce(KAI, LATER)
    await change(null, 'outbound', LATEST)
    await Promise.all([bounce(KAI, AT), bounce(KAI, LATER), change(null, 'outbound', LATEST), bounce()])
    expect(await shown(), 'late bounces after the reactivation').toEqual([null, null])
    await change(null, 'broadcast', LATER)
    await change('ManualSuppression', 'broadcast', AT)
    expect(await shown(), 'a stream that had none').toEqual([null, null])
  })

  test('is deleted when its member changes the address', async () => {
    await bounce()
    await portal.query(
      `select change_email(l) from users u,
         lateral (select (jsonb_populate_record(null::email_tokens, jsonb_build_object('user_id', u.id, 'new_email', 'new@example.org'))).*) l
       where u.email = $1`,
      [KAI],
    )
    expect(await portal.query('select * from bounces')).toEqual([])
  })

  describe('that is temporary', () => {
    test.each([
      ['outbound', 'password_changed'],
      ['broadcast', 'broadcast'],
    ])('is over once a later email of the stream %s was sent', async (stream, kind) => {
      await softBounce(stream)
      await send(kind, '-2 minutes')
      expect(await shown(), 'an earlier email').toEqual(['SoftBounce', expect.any(Date)])
      await send(kind, '1 minute')
      expect(await shown()).toEqual([null, null])
    })

    test.each([
      ['to another address', 'change_email', 'postmark'],
      ['in another stream', 'broadcast', 'postmark'],
      ['that was skipped', 'password_changed', null],
    ])('outlasts a later email %s', async (_, kind, messageId) => {
      await softBounce('outbound')
      await send(kind, '1 minute', messageId)
      expect(await shown()).toEqual(['SoftBounce', expect.any(Date)])
    })

    test('is shown for 90 days', async () => {
      await softBounce('outbound', Date.now() - 90 * DAY_MS)
      expect(await shown()).toEqual([null, null])
    })
  })

  test.each(['HardBounce', 'SpamComplaint'] as const)('outlasts later email: %s', async (kind) => {
    await recordBounce(gate, { Type: kind, Email: KAI, MessageStream: 'outbound', BouncedAt: AT })
    await send('password_changed', '1 minute')
    expect(await shown()).toEqual([kind, new Date(AT)])
  })

  function softBounce(stream: string, at = Date.now() - MINUTE_MS) {
    const BouncedAt = new Date(at).toISOString()
    return recordBounce(gate, { Type: 'SoftBounce', Email: KAI, MessageStream: stream, BouncedAt })
  }

  /** An email that was sent to the member, so long from now. */
  function send(kind: string, after: string, messageId: string | null = 'postmark') {
    return portal.query(
      `insert into outbox (kind, dedupe_key, user_id, sent_at, provider_message_id)
       select $2, gen_random_uuid(), id, now() + $3::interval, $4 from users where email = $1`,
      [KAI, kind, after, messageId],
    )
  }

  function bounce(address = KAI, at = AT) {
    const report = { Type: 'HardBounce', Email: address, MessageStream: 'outbound', BouncedAt: at } as const
    return recordBounce(gate, report)
  }

  function change(reason: 'SpamComplaint' | 'ManualSuppression' | null, stream = 'broadcast', at = LATER) {
    const what = { SuppressionReason: reason, Recipient: KAI }
    return recordBounce(gate, { ...what, MessageStream: stream, ChangedAt: at })
  }

  async function shown() {
    const asked = {
      status: 'approved' as const,
      search: KAI,
      role: '',
      group: '',
      sort: 'status' as const,
      skipped: 0,
    }
    const { people } = await listPeople(portal.deps, admin, asked)
    const [{ id, ...told } = { id: '', bounce: null, bouncedAt: null }] = people
    const seen = { bounce: told.bounce, bouncedAt: told.bouncedAt }
    expect(await findPerson(portal.deps, admin, { id })).toMatchObject(seen)
    return Object.values(seen)
  }
})
