import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPsql, runWithPsql, useWaitingPeople } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'

const SCRIPTS = join(import.meta.dirname, '../../db/admin')
const KEONI = { email: 'keoni@example.org' }
const BOTH = { emails: 'keoni@example.org,\nkai@example.org;' }

describe.skipIf(!findPsql())('psql alone is enough: ', () => {
  const { database, statuses } = useWaitingPeople()

  test.each<[rule: string, ...calls: [script: string, variables: Record<string, string>, rows: object[]][]]>([
    ['pending lists', ['pending', {}, [KEONI, {}, { full_name: '', email_confirmed: 'f' }]]],
    [
      'approve lets in, once',
      ['approve', KEONI, [{ full_name: 'Keoni Kalākaua', from_status: 'pending', to_status: 'approved' }]],
      ['approve', { email: 'KEONI@example.org' }, [{ from_status: 'approved', to_status: 'approved' }]],
      ['approve', { ...BOTH, force: '1' }, [KEONI, { from_status: 'pending', to_status: 'approved' }]],
    ],
    [
      'deny and undo are each other’s opposite',
      ['deny', { ...KEONI, actor: 'Noe' }, [{ from_status: 'pending', to_status: 'denied' }]],
      [
        'undo',
        KEONI,
        [{ to_status: 'pending', result: expect.stringContaining('decision by Noe') as string }],
      ],
      ['undo', KEONI, [{ result: expect.stringContaining('nothing to undo') as string }]],
    ],
    [
      'delete asks for it, once',
      ['delete', { ...KEONI, actor: 'Noe' }, [{ result: 'will be deleted' }]],
      ['delete', KEONI, [{ result: 'already scheduled' }]],
    ],
    [
      'invite lets in, and sends the link again',
      ['invite', { email: 'noe@example.org', name: 'Noe' }, [{ name: 'Noe', outcome: 'invited' }]],
      [
        'invite',
        { emails: 'noe@example.org pua@example.org' },
        [{ outcome: 'invited again' }, { outcome: 'invited' }],
      ],
    ],
  ])('%s', async (_, ...calls) => {
    for (const [script, variables, rows] of calls) {
      const printed = await run(script, variables)
      expect(printed).toHaveLength(rows.length)
      expect(printed).toMatchObject(rows)
    }
  })

  test.each([`'; drop table users cascade; --`, `a"b\\`, ':email', '$1', '🌺'])(
    'values are text: %s',
    async (text) => {
      await run('deny', { ...KEONI, reason: text, actor: text })
      expect(
        await query(database, 'select reason, actor from approval_events order by id desc limit 1'),
      ).toEqual([{ reason: text, actor: text }])
      const [word = ''] = text.split(/[\s;]/)
      await expect(run('approve', { email: text })).rejects.toThrow(
        `No member has the email address "${word}"`,
      )
    },
  )

  test.each<[string, Record<string, string>, string]>([
    ['approve', {}, 'No member has the email address ""'],
    ['approve', BOTH, 'Not confirmed yet: kai@example.org.'],
    ['approve', { ...BOTH, force: 'no' }, 'Not confirmed yet: kai@example.org.'],
    ['deny', { emails: 'keoni@example.org a@b b@c' }, 'No member has the email address "a@b" or "b@c"'],
  ])('a slip changes nothing: %s %j', async (script, variables, complaint) => {
    await expect(run(script, variables)).rejects.toThrow(complaint)
    expect(await statuses()).toEqual({ pending: 3 })
  })

  test.each(['approve', 'deny', 'delete', 'invite'])('a dry run of %s shows the change', async (script) => {
    expect(await run(script, { ...KEONI, dry_run: '1' })).toHaveLength(1)
    expect(await statuses()).toEqual({ pending: 3 })
    expect(await query(database, 'select from account_deletions')).toEqual([])
  })

  function run(script: string, variables?: Record<string, string>) {
    return runWithPsql(database.databaseUrl, join(SCRIPTS, `${script}.sql`), variables)
  }
})
