import { beforeEach, expect, test } from 'vitest'
import { listMembers, readOwnEntry, saveOwnEntry } from '#src/server/members/directory.ts'
import { DescribeForm } from '#src/server/people/forms.ts'
import { setCompanyAndRole } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { onPortal } from '../support/portal.ts'

const SHOWN = { showsEmail: true, showsWebsite: true, showsContact: true }
const HIDDEN = { showsEmail: false, showsWebsite: false, showsContact: false }
const KAI = 'kai@example.org'

onPortal('the members’ directory', (portal) => {
  let kai: SignedIn
  beforeEach(async () => {
    await portal.clear()
    kai = await portal.member(KAI)
  })

  test('lists approved members by company', async () => {
    for (const email of ['noe@example.org', 'ana@example.org', 'denied@example.org', 'leaving@example.org'])
      await portal.member(email)
    await portal.signUp('waiting@example.org')
    const list = [{ email: 'invited@example.org' }, { email: KAI, company: 'Reef' }]
    await portal.query('select * from invite($1)', [JSON.stringify(list)])
    await portal.decide('denied@example.org', 'denied')
    await portal.query(`select * from schedule_deletions('{leaving@example.org}')`)
    await portal.query(
      `update profiles p set full_name = split_part(u.email, '@', 1) from users u where u.id = p.id`,
    )
    await portal.query(`select * from set_company_and_role('{noe@example.org}', 'Ahi Labs', 'Founder')`)
    await portal.query(`select * from set_company_and_role('{kai@example.org}', 'ahi labs', null)`)
    expect((await listMembers(portal.deps)).map(({ fullName, company }) => [fullName, company])).toEqual([
      ['kai', 'Ahi Labs'],
      ['noe', 'Ahi Labs'],
      ['ana', null],
    ])
  })

  test('shows a member’s address and links while the member wants it', async () => {
    const words = { company: 'Kona', about: '<b>Reefs</b>', websiteUrl: 'example.org/kai', contact: '@kai' }
    const hidden = { ...words, email: null, websiteUrl: null, contact: null }
    const said = async (boxes: object) => {
      await saveOwnEntry(portal.deps, kai, DirectoryForm.parse({ ...words, ...boxes }))
      return (await listMembers(portal.deps))[0]
    }
    expect(await said({})).toMatchObject(hidden)
    expect(await said(SHOWN)).toMatchObject({ ...words, email: KAI, websiteUrl: 'https://example.org/kai' })
    expect(await said(HIDDEN)).toMatchObject(hidden)
    expect(await readOwnEntry(portal.deps, kai)).toMatchObject({ contact: '@kai', showsContact: false })
  })

  test('shows no link of an earlier rule that leads nowhere', async () => {
    await update({ websiteUrl: 'example.org/kai', showsWebsite: true })
    await portal.query(`update profiles set website_url = 'https://n/a' where id = $1`, [kai.member.id])
    expect(await listMembers(portal.deps)).toMatchObject([{ websiteUrl: null }])
    expect(await readOwnEntry(portal.deps, kai)).toMatchObject({ websiteUrl: 'https://n/a' })
  })

  test('leaves what a form didn’t change', async () => {
    const words = { company: 'Kona', about: 'Reefs', websiteUrl: 'example.org/kai', contact: '@kai' }
    await update({ ...words, ...SHOWN })
    await update({ ...HIDDEN, websiteUrl: 'example.org/new', about: '' })
    await portal.query(`select * from set_company_and_role('{kai@example.org}', 'Tide', 'Founder')`)
    const rest = { company: 'Tide', websiteUrl: 'https://example.org/new', ...HIDDEN }
    expect(await update({ contact: '+1 808 555 0100' })).toEqual({
      ...rest,
      about: null,
      contact: '+1 808 555 0100',
    })
    expect(await update({})).toEqual({ ...rest, about: null, contact: '+1 808 555 0100' })
    expect(await listMembers(portal.deps)).toMatchObject([
      { role: 'Founder', email: null, websiteUrl: null, contact: null },
    ])
  })

  test('keeps both of two changes at the same moment', async () => {
    for (let n = 0; n < 10; n++) {
      await update({ company: 'Kona', about: 'Reefs', ...SHOWN })
      await Promise.all([
        update({ about: `Kelp ${n}` }),
        update(HIDDEN),
        update({ contact: `@kai${n}` }),
        portal.query(`select * from set_company_and_role('{kai@example.org}', 'Tide', null)`),
      ])
      const kept = { company: 'Tide', about: `Kelp ${n}`, contact: `@kai${n}`, ...HIDDEN }
      expect(await readOwnEntry(portal.deps, kai)).toMatchObject(kept)
    }
  })

  test('lets only administrators set company or role', async () => {
    const noe = await portal.member('noe@example.org')
    const ids = [kai.member.id, noe.member.id]
    const describe = (form: object) =>
      setCompanyAndRole(portal.deps, kai, DescribeForm.parse({ ids, ...form }))
    expect(await describe({ company: 'Kona' })).toEqual({ amount: 0 })
    await portal.query('update profiles set is_admin = true where id = $1', [kai.member.id])
    expect(await describe({ company: 'Kona', role: 'Mentor' })).toEqual({ amount: 2 })
    expect(await describe({ role: 'Founder' })).toEqual({ amount: 2 })
    expect(await describe({ ids: [noe.member.id, 'nobody'], company: '' })).toEqual({ amount: 1 })
    expect(await listMembers(portal.deps)).toMatchObject([
      { company: 'Kona', role: 'Founder' },
      { company: null, role: 'Founder' },
    ])
    const recorded = `select actor, reason from account_history where email = $1 and to_status = 'profile_changed' order by id`
    expect(await portal.query(recorded, [noe.member.email])).toEqual([
      { actor: KAI, reason: 'Kona, Mentor' },
      { actor: KAI, reason: 'Kona, Founder' },
      { actor: KAI, reason: 'no company, Founder' },
    ])
  })

  function update(changes: DirectoryForm) {
    return saveOwnEntry(portal.deps, kai, DirectoryForm.parse(changes))
  }
})
