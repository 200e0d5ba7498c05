import { describe, expect, test } from 'vitest'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import { decide, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const password = 'aloha kakahiaka'
const member = { email: 'leilani@example.org', password }
const VIDEO = 'cohort-17/week-0/mentor-orientation'

const actions = await useBuiltActions()

describe('progress', () => {
  test('what a member saves, that member reads, and nobody else', async () => {
    const [leilani, keala] = [
      await signedIn(actions, member),
      await signedIn(actions, { email: 'keala@example.org', password }),
    ]
    expect((await save({ changes: [change({})] }, leilani)).status).toBe(200)
    expect(await rows()).toEqual([{ email: 'leilani@example.org', video: VIDEO, position_seconds: 754 }])
    const mine = await actions.call('progress.read', undefined, leilani)
    expect(mine.body).toContain('754')
    const theirs = await actions.call('progress.read', undefined, keala)
    expect(theirs.body).not.toContain('754')
  })

  test('of a video that was taken out of the playlist a member is told nothing, and the row stays', async () => {
    const leilani = await signedIn(actions, member)
    await query(
      actions.database,
      `insert into video_progress (user_id, video, watched, marked_at)
        select id, 'cohort-17/week-0/taken-out', true, now() from users where email = $1`,
      ['leilani@example.org'],
    )
    expect((await actions.call('progress.read', undefined, leilani)).body).not.toContain('taken-out')
    expect(await rows()).toHaveLength(1)
  })

  test('what a beacon sends while a page goes away is kept', async () => {
    const leilani = await signedIn(actions, member)
    const body = JSON.stringify({ changes: [change({})] })
    const answer = await actions.send('progress.save', body, {
      ...leilani,
      'content-type': 'application/json',
    })
    expect(answer.status).toBe(200)
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    ['negative', { positionSeconds: -1 }],
    ['not a number', { positionSeconds: 'NaN' }],
    ['half a second', { positionSeconds: 1.5 }],
    ['beyond the end', { positionSeconds: 1801 }],
    ['longer than a day', { durationSeconds: 86_401, positionSeconds: 0 }],
    ['from the future', { playedMsAgo: -1 }],
    ['from nowhere in time', { playedMsAgo: null }],
    ['a mark that is neither', { watched: 'yes' }],
    ['a field nobody asked for', { note: 'x' }],
    ['for another member', { userId: 'somebody-else' }],
    ['an unknown video', { video: 'cohort-17/week-0/no-such-video' }],
    ['a path', { video: '../../etc/passwd' }],
    ['a name of objects’ own', { video: '__proto__' }],
  ])('%s is refused, and nothing changes', async (_, forged) => {
    const leilani = await signedIn(actions, member)
    const honest = change({ video: 'cohort-17/week-0/onboarding' })
    const answer = await save({ changes: [honest, { ...change({}), ...forged }] }, leilani)
    expect(answer.status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['no changes', { changes: [] }],
    ['one video twice', { changes: [change({}), change({ positionSeconds: 1 })] }],
    ['more than fifty', { changes: Array.from({ length: 51 }, (_, n) => change({ video: `a/b/c-${n}` })) }],
    ['a batch for another member', { userId: 'somebody-else', changes: [change({})] }],
    ['something else', 'progress'],
    ['nothing', null],
  ])('%s: refused', async (_, input) => {
    const leilani = await signedIn(actions, member)
    expect((await save(input, leilani)).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('a body of a megabyte is refused, and nothing changes', async () => {
    const leilani = await signedIn(actions, member)
    const answer = await save({ changes: [change({})], padding: 'x'.repeat(1024 * 1024) }, leilani)
    expect([400, 413]).toContain(answer.status)
    expect(await rows()).toEqual([])
  })

  test.each(['pending', 'denied'])('a %s member saves and reads nothing', async (status) => {
    const leilani = await signedIn(actions, member)
    await decide(actions, member.email, status)
    expect((await save({ changes: [change({})] }, leilani)).status).toBe(403)
    expect((await actions.call('progress.read', undefined, leilani)).status).toBe(403)
    expect(await rows()).toEqual([])
  })

  test('nobody without a session saves or reads', async () => {
    expect((await save({ changes: [change({})] }, {})).status).toBe(401)
    expect((await actions.call('progress.read')).status).toBe(401)
  })

  test('CSRF: a page of another site saves nothing', async () => {
    const leilani = await signedIn(actions, member)
    const answer = await save({ changes: [change({})] }, { ...leilani, origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
    expect(await rows()).toEqual([])
  })

  test('after three hundred in ten minutes a member waits', async () => {
    const leilani = await signedIn(actions, member)
    const statuses = []
    for (let n = 0; n < 302; n++) statuses.push((await save({ changes: [change({})] }, leilani)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.slice(300)).toEqual([429, 429])
  })
})

function save(input: unknown, headers: Record<string, string>) {
  return actions.call('progress.save', input, headers)
}

function rows() {
  const sql = `select u.email, v.video, v.position_seconds from video_progress v join users u on u.id = v.user_id`
  return query(actions.database, sql)
}

function change(told: Partial<VideoProgress>): VideoProgress {
  return {
    video: VIDEO,
    positionSeconds: 754,
    durationSeconds: 1800,
    playedMsAgo: 1000,
    watched: false,
    markedMsAgo: null,
    ...told,
  }
}
