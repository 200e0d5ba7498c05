import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createComposer } from '#src/emails/composer.tsx'
import { markdownToEmailHtml } from '#src/emails/markdown.ts'
import { deadlineRows } from '#src/islands/people/deadline-rows.ts'
import type { CohortVideo, Programme } from '#src/server/programme.ts'
import { queueBroadcasts } from '#src/server/broadcasts/queue.ts'
import { readDeadlines, sendReminders } from '#src/server/due/due.ts'
import { receiveSubmission } from '#src/server/due/submission.ts'
import { listMembers, MembersQuery, readMemberFilters } from '#src/server/members/directory.ts'
import { findPerson, listPeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'
import { begun, deliverWith, dueIn, fakeMailer } from '../support/broadcasts.ts'
import { openForm } from '../support/due.ts'
import { onPortal } from '../support/portal.ts'

// What shows the rows also acts on them.
vi.mock('astro:actions', () => ({ actions: {} }))

const GROUPS = ['cohort-17', 'cohort-18', 'mentors', 'alumni']
const PEOPLE: Record<string, string[]> = {
  'old@example.org': ['cohort-17'],
  'new@example.org': ['cohort-18'],
  'mentor@example.org': ['cohort-18', 'mentors'],
  'alum@example.org': ['alumni'],
  'none@example.org': [],
}
const { events } = dueIn(20)
const programme: Programme = {
  ...dueIn(20),
  weekly: weekdayNow(),
  groups: GROUPS.map((name) => ({
    name,
    title: name,
    directory: name.startsWith('cohort') ? 'own group' : undefined,
  })),
  pages: Object.fromEntries(GROUPS.map((name) => [`/page-${name}`, [name]])),
  calendar: '/page-cohort-18',
  events: GROUPS.flatMap((name) =>
    events.flatMap((event) => [
      { ...event, name: `due-${name}`, title: canary(name, 'due'), page: '/page-mentors', for: [name] },
      {
        ...event,
        name: `session-${name}`,
        title: canary(name, 'session'),
        kind: 'session',
        starts: at(0.5),
        for: [name],
      },
    ]),
  ),
  videos: ['cohort-18', 'cohort-17'].flatMap((cohort) => [
    video(cohort, 'talk', [[cohort, 'alumni']]),
    video(cohort, 'secret', [[cohort], ['mentors']]),
  ]),
  announcements: [
    ...GROUPS.map((name) => news(`news-${name}`, canary(name, 'news'), canary(name, 'words'), [name])),
    news('all', 'For all', GROUPS.map((name) => `[The **${name}** words](/page-${name}#x)`).join(' ')),
  ],
}
const { videos } = programme

onPortal('what is for groups', (portal) => {
  let noe: SignedIn
  let secret: string
  beforeEach(async () => {
    ;({ noe, secret } = await openForm(portal, 'old@example.org'))
    for (const email of Object.keys(PEOPLE).slice(1)) await portal.member(email)
    for (const [email, names] of Object.entries(PEOPLE)) await put(email, names)
    await portal.query(
      `update users set created_at = '2026-06-01'; update profiles set email_preferences = '{weekly,deadlines,sessions,announcements}';
       delete from broadcasts; delete from outbox`,
    )
  })

  describe('by email', () => {
    test('is queued for its members alone', async () => {
      await queue()
      const queued = await portal.query<{ email: string; item: string }>(
        `select u.email, o.payload ->> 'item' as item from outbox o join users u on u.id = o.user_id
         where payload ->> 'item' ~ '-' order by 1, 2`,
      )
      expect(queued.map(({ email, item }) => `${email} ${item}`)).toEqual(
        Object.entries(PEOPLE)
          .flatMap(([email, names]) =>
            names.flatMap((name) => ['due', 'news', 'session'].map((kind) => `${email} ${kind}-${name}`)),
          )
          .toSorted(),
      )
    })

    test('is in no email to anyone else', async () => {
      await queue()
      const sent = await deliver()
      expect(canariesOf(sent)).toEqual({
        'old@example.org': kindsFor('cohort-17', 'due news session talk words'),
        'new@example.org': kindsFor('cohort-18', 'due news session talk words'),
        'mentor@example.org': [
          ...kindsFor('cohort-18', 'due news secret session talk words'),
          ...kindsFor('mentors', 'due news session words'),
        ],
        'alum@example.org': [
          ...kindsFor('alumni', 'due news session words'),
          ...kindsFor('cohort-18', 'talk'),
        ],
        'none@example.org': [],
        'noe@example.org': [],
      })
      expect(sent.find(({ to }) => to === 'none@example.org')?.text).toContain('The mentors words')
      const pagesOf = (email: string) =>
        new Set(
          sent.filter(({ to }) => to === email).flatMap(({ html }) => html.match(/\/page-[\w-]+/g) ?? []),
        )
      expect(pagesOf('old@example.org')).toEqual(new Set(['/page-cohort-17']))
      expect(pagesOf('mentor@example.org')).toEqual(new Set(['/page-cohort-18', '/page-mentors']))
    })

    test('isn’t sent to who left the group since it was queued', async () => {
      await queue()
      await put('old@example.org', ['alumni'])
      const sent = await deliver()
      expect(canariesOf(sent)['old@example.org']).toEqual([
        ...kindsFor('alumni', 'due news session words'),
        ...kindsFor('cohort-18', 'talk'),
      ])
      const reasons = `select distinct last_error as why from messages where state = 'skipped'`
      expect(await portal.query(reasons)).toEqual([{ why: 'not_in_groups' }])
    })

    test('takes no more statements for many groups', async () => {
      await queue()
      const statements = await countStatements(() => deliver())
      await portal.query('delete from member_groups; delete from broadcasts; delete from outbox')
      await queue()
      expect(await countStatements(() => deliver())).toBe(statements)
    })
  })

  describe('as a deadline', () => {
    test('is expected of its members alone', async () => {
      const due = await read()
      expect(due.starts.map((each) => [each.label, emailsOf(due, each.event)])).toEqual(
        GROUPS.map((name) => [
          `For ${name}`,
          Object.keys(PEOPLE)
            .filter((email) => PEOPLE[email]?.includes(name))
            .toSorted(),
        ]),
      )
      expect(await read(await portal.signedIn('old@example.org'))).toMatchObject({ people: [] })
    })

    test('reminds its members alone', async () => {
      expect(await remind('cohort-18')).toEqual({ ok: true, amount: 2 })
      const queued = `select u.email from outbox o join users u on u.id = o.user_id order by 1`
      expect(await portal.query(queued)).toEqual([
        { email: 'mentor@example.org' },
        { email: 'new@example.org' },
      ])
    })

    test('is recorded for who isn’t expected, and counts once they are', async () => {
      expect(await submit('none@example.org', 'due-cohort-18')).toEqual({ code: 'received' })
      expect(emailsOf(await read(), 'due-cohort-18')).not.toContain('none@example.org')
      await put('none@example.org', ['cohort-18'])
      expect(doneOf(await read(), 'due-cohort-18')).toEqual(['none@example.org'])
    })

    test('is done for a company by a colleague who isn’t expected', async () => {
      await portal.query(
        `select * from set_company_and_role('{none@example.org,new@example.org,old@example.org}', 'Kona', null)`,
      )
      await submit('none@example.org', 'due-cohort-18')
      const shared = programme.events.map((event) => ({ ...event, doneFor: 'company' }))
      const due = await readDeadlines({ ...portal.deps, programme: { ...programme, events: shared } }, noe)
      expect(doneOf(due, 'due-cohort-18')).toEqual(['new@example.org'])
    })
  })

  describe('in the members’ directory', () => {
    const own = { search: '', company: '', role: '', allowsTypos: true, after: null }
    const found = async (email: string, search = '') => {
      const query = MembersQuery.parse({ ...own, search })
      const { members, count } = await listMembers(deps(), await portal.signedIn(email), query)
      const { companies } = await readMemberFilters(deps(), await portal.signedIn(email))
      return { names: members.map(({ fullName }) => fullName), count, companies }
    }
    const shown = (...names: string[]) => ({ names, count: names.length, companies: names })
    beforeEach(() =>
      portal.query(
        `update profiles p set full_name = split_part(email, '@', 1), company = split_part(email, '@', 1) from users u where u.id = p.id`,
      ),
    )

    test('shows a closed group’s members each other alone', async () => {
      expect(await found('old@example.org')).toEqual(shown('old'))
      expect(await found('new@example.org')).toEqual(shown('mentor', 'new'))
      for (const search of ['alum', 'alun', 'noe'])
        expect(await found('new@example.org', search)).toMatchObject({ names: [], count: 0 })
    })

    test.each(['alum@example.org', 'none@example.org'])('shows everyone to %s', async (email) => {
      expect(await found(email)).toEqual(shown('alum', 'mentor', 'new', 'noe', 'none', 'old'))
    })

    test('shows everyone to staff in a closed group', async () => {
      await put('noe@example.org', ['cohort-17'])
      expect((await found('noe@example.org')).count).toBe(6)
    })
  })

  test('counts the videos of the newest cohort that has some for a person', async () => {
    const watch = `insert into video_progress (user_id, video, watched, marked_at)
      select id, video, true, now() from users, unnest($1::text[]) video`
    await portal.query(watch, [videos.map(({ key }) => key)])
    const form = { status: 'approved', search: '', role: '', group: '', sort: 'videos', skipped: 0 } as const
    const { people } = await listPeople(deps(), noe, form)
    const counts = people.map(({ email, watched, videos }) => [email, watched, videos])
    expect(counts.slice(0, 2).toSorted()).toEqual([
      ['noe@example.org', 0, 0],
      ['none@example.org', 0, 0],
    ])
    expect(counts.slice(2, -1).toSorted()).toEqual([
      ['alum@example.org', 1, 1],
      ['new@example.org', 1, 1],
      ['old@example.org', 1, 1],
    ])
    expect(counts.at(-1)).toEqual(['mentor@example.org', 2, 2])
    const { member } = await portal.signedIn('mentor@example.org')
    expect(await findPerson(deps(), noe, member)).toMatchObject({ watched: 2, videos: 2 })
  })

  async function put(email: string, names: string[]) {
    await portal.query(`delete from member_groups where user_id = (select id from users where email = $1)`, [
      email,
    ])
    await portal.query(
      `insert into member_groups (user_id, group_name) select u.id, name from users u, unnest($2::text[]) name where u.email = $1`,
      [email, names],
    )
  }

  const queue = () => queueBroadcasts(portal.deps.sql, programme, begun)

  async function deliver() {
    await portal.pass(600)
    const sent: { to: string; html: string; text: string; subject: string }[] = []
    const mailer = fakeMailer((mail) => {
      sent.push(mail)
      return { is: 'delivered', providerMessageId: 'taken' }
    })
    const compose = createComposer('https://portal.example', {
      brand: 'Kona',
      program: 'Kona',
      contact: 'aloha@kona.example',
      timezone: 'UTC',
    })
    await deliverWith({ sql: portal.deps.sql, programme, mailer }, { compose })
    return sent
  }

  /** Of each person, the canaries in all their emails. */
  function canariesOf(sent: readonly object[]) {
    const everyone = [...Object.keys(PEOPLE), 'noe@example.org']
    return Object.fromEntries(
      everyone.map((email) => {
        const own = JSON.stringify(sent.filter((mail) => 'to' in mail && mail.to === email))
        return [email, [...new Set(own.match(/canary-[a-z0-9-]+/g))].toSorted()]
      }),
    )
  }

  async function countStatements(act: () => Promise<unknown>) {
    let count = 0
    const { sql } = portal.deps
    portal.deps.sql = Object.assign((...given: Parameters<typeof sql>) => {
      count += 1
      return sql(...given)
    }, sql) as typeof sql
    await act().finally(() => {
      portal.deps.sql = sql
    })
    return count
  }

  const deps = () => ({ ...portal.deps, programme, clock: () => begun })
  const read = (who = noe) => readDeadlines(deps(), who)
  const remind = (name: string) => {
    const key = `due/due-${name}/${events[0]?.starts.slice(0, 10)}`
    return sendReminders(deps(), noe, { key, isUndone: false })
  }
  const submit = (email: string, deadline: string) =>
    receiveSubmission(
      deps(),
      new Request(`https://portal.example/submissions/${secret}/${deadline}`, {
        method: 'POST',
        body: JSON.stringify({ email }),
      }),
    )
})

type Due = Awaited<ReturnType<typeof readDeadlines>>

function rowsOf(due: Due, event: string) {
  return due.starts.filter((start) => start.event === event).flatMap((start) => deadlineRows(due, start))
}

const emailsOf = (due: Due, event: string) =>
  rowsOf(due, event)
    .map(({ person }) => person.email)
    .toSorted()

const doneOf = (due: Due, event: string) =>
  rowsOf(due, event)
    .filter(({ completion }) => completion)
    .map(({ person }) => person.email)

function canary(group: string, kind: string) {
  return `canary-${group}-${kind}`
}

function kindsFor(group: string, kinds: string) {
  return kinds.split(' ').map((kind) => canary(group, kind))
}

function video(cohort: string, name: string, audience: string[][]): CohortVideo {
  const title = canary(cohort, name)
  return {
    key: `${cohort}/week/${name}`,
    cohort,
    audience,
    title,
    fragment: title,
    publishedAt: begun - HOUR_MS,
  }
}

function news(name: string, title: string, text: string, names?: string[]) {
  const times = { from: begun - HOUR_MS, until: begun + DAY_MS }
  return { ...times, name, title, email: true, html: markdownToEmailHtml(text), ...(names && { for: names }) }
}

function at(hours: number) {
  return new Date(begun + hours * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
}

/** When a weekly email leaves that is due now. */
function weekdayNow() {
  const weekday = new Date(begun).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday} ${at(0).slice(11)}`
}
