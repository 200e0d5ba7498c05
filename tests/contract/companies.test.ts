import { beforeEach, expect, test } from 'vitest'
import { readDeadlines, sendReminders } from '#src/server/due/due.ts'
import { prepareBroadcasts } from '#src/server/broadcasts/prepare.ts'
import { saveOwnEntry } from '#src/server/members/directory.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { joinInJune } from '../support/due.ts'
import { onPortal } from '../support/portal.ts'
import { EMPTY_PROGRAMME } from '../support/programme.ts'

const PROGRAMME = {
  ...EMPTY_PROGRAMME,
  events: ['shared', 'own'].map((name) => ({
    name,
    title: name,
    kind: 'due',
    starts: '2026-06-04 17:30',
    minutes: 30,
    except: [],
    doneFor: name === 'shared' ? 'company' : undefined,
  })),
}
const NOW = Date.parse('2026-06-05T09:00Z')
const [SHARED, OWN] = ['due/shared/2026-06-04', 'due/own/2026-06-04']

onPortal('a deadline of a company', (portal) => {
  let noe: SignedIn
  let noa: SignedIn
  let pono: SignedIn
  let mele: SignedIn
  beforeEach(async () => {
    await portal.clear()
    noe = await portal.admin('noe@example.org')
    noa = await portal.member('noa@example.org')
    pono = await portal.member('pono@example.org')
    mele = await portal.member('mele@example.org')
    await give('Kona Labs', 'noa', 'pono')
    await give('Tide & Co.', 'mele')
  })

  const give = (company: string, ...names: string[]) =>
    portal.query('select * from set_company_and_role($1, $2, null)', [
      names.map((name) => `${name}@example.org`),
      company,
    ])
  const write = (who: SignedIn, company: string) =>
    saveOwnEntry(portal.deps, who, DirectoryForm.parse({ company }))
  const deps = () => ({ ...portal.deps, programme: PROGRAMME, clock: () => NOW })
  const tick = (who: SignedIn, watched = true, key = SHARED) =>
    saveProgress(deps(), who.member.id, [toProgress(key, { ...UNWATCHED, watched, markedAt: 0 }, 0)])
  /** Of home and of /people, which are the same. */
  async function whoHasDone(event = 'shared') {
    const due = await readDeadlines(deps(), noe)
    const names: string[] = []
    for (const who of [noa, pono, mele]) {
      const name = who.member.email.split('@')[0] ?? ''
      const known = await listProgress(deps(), who.member.id)
      const isDoneAtHome = known.some(({ video, watched }) => watched && video.startsWith(`due/${event}/`))
      const isDone = due.done.some((each) => each.event === event && each.userId === who.member.id)
      expect(isDoneAtHome, `at ${name}’s home as at /people`).toBe(isDone)
      if (isDone) names.push(name)
    }
    return names
  }

  test('is done for all colleagues when one has done it', async () => {
    await tick(noa)
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
    const [known] = await listProgress(deps(), pono.member.id)
    expect(known).toMatchObject({ video: SHARED, watched: true, isSent: false, isByColleague: true })
    await tick(noa, false)
    expect(await whoHasDone()).toEqual([])
  })

  test('isn’t reminded of once a colleague has done it', async () => {
    await joinInJune(portal)
    await tick(noa)
    const planned = {
      userId: pono.member.id,
      topic: 'deadlines',
      item: 'shared',
      at: Date.parse('2026-06-04T17:30Z'),
    } as const
    expect(await prepareBroadcasts(deps(), [planned])).toEqual([{ skipped: 'done' }])
    const reminded = await sendReminders(deps(), noe, { key: SHARED, isUndone: false })
    expect(reminded, 'Mele alone').toEqual({ ok: true, amount: 1 })
  })

  test('is the member’s own if the event isn’t for companies', async () => {
    await tick(noa, true, OWN)
    expect(await whoHasDone('own')).toEqual(['noa'])
  })

  test('stays done by a colleague for a member who unticks it', async () => {
    await tick(noa)
    await tick(pono)
    expect(await tick(pono, false)).toMatchObject([{ video: SHARED, watched: true, isByColleague: true }])
    expect(await tick(pono)).toMatchObject([{ video: SHARED, watched: true, isByColleague: false }])
  })

  test('isn’t done by a member who only writes that company into their entry', async () => {
    await write(mele, 'kona labs')
    await tick(mele)
    expect(await whoHasDone()).toEqual(['mele'])
  })

  test('stays done when a member writes another company into their entry', async () => {
    await tick(noa)
    await write(noa, 'Tide & Co.')
    await tick(mele)
    await tick(mele, false)
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
  })

  test('isn’t done by a member who got only a role from an administrator', async () => {
    await write(mele, 'Kona Labs')
    const save = (company: string, role: string) =>
      portal.query('select set_company_and_role_for_admin(sha256_hex($1), $2, $3, $4) as amount', [
        noe.token,
        [mele.member.id],
        company,
        role,
      ])
    expect(await save('Kona Labs', 'Mentor')).toEqual([{ amount: 1 }])
    await tick(mele)
    expect(await whoHasDone()).toEqual(['mele'])
    expect(await save('Kona Labs', 'Mentor'), 'nothing but what stands there').toEqual([{ amount: 1 }])
    await tick(mele, false)
    await tick(mele)
    expect(await whoHasDone()).toEqual(['noa', 'pono', 'mele'])
  })

  test('stays done for a company that gets another name', async () => {
    await tick(noa)
    await give('Kona', 'noa')
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
    await give('Kona', 'pono')
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
    await give('', 'noa', 'pono')
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
  })

  test('stays with the company that a member leaves', async () => {
    await tick(noa)
    await give('Tide & Co.', 'noa')
    await tick(noa)
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
    await tick(noa, false)
    await tick(noa)
    expect(await whoHasDone(), 'done anew').toEqual(['noa', 'mele'])
  })

  test('isn’t done for a former colleague', async () => {
    await give('Kona Labs', 'mele')
    await give('Tide & Co.', 'mele')
    await tick(noa)
    expect(await whoHasDone()).toEqual(['noa', 'pono'])
  })

  test('counts for the first company that a member gets after doing it', async () => {
    await give('', 'noa')
    await tick(noa)
    expect(await whoHasDone()).toEqual(['noa'])
    await give('Tide & Co.', 'noa')
    await give('Kona Labs', 'noa')
    expect(await whoHasDone()).toEqual(['noa', 'mele'])
  })

  test('counts for the company of an invitation', async () => {
    const list = [{ email: 'kai@example.org', company: 'Tide & Co.' }]
    await portal.query('select * from invite($1)', [JSON.stringify(list)])
    await portal.query(`update users set password_hash = '$argon2id$x' where email = 'kai@example.org'`)
    await tick(await portal.signedIn('kai@example.org'))
    expect(await whoHasDone()).toEqual(['mele'])
  })
})
