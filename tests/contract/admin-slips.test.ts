import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { verbs } from '../../db/admin/verbs.ts'
import { programs, useWaitingPeople } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'

const SCRIPTS = join(import.meta.dirname, '../../db/admin')

describe('an administrator’s slips', () => {
  const { database, register, asAdmin, admin, statuses } = useWaitingPeople()

  describe('many decisions in one statement', () => {
    beforeEach(async () => {
      for (let n = 0; n < 20; n++) await register(`m${n}@example.org`, null)
    })

    test('by hand need a word first, which the error names', async () => {
      const all = `update profiles set approval_status = 'approved'`
      await expect(asAdmin(all)).rejects.toThrow(
        /decides about 23 members at once, and nothing was changed\. .*SET lanai\.many = 'yes'$/,
      )
      expect(await statuses()).toEqual({ pending: 23 })
      await asAdmin(`set lanai.many = 'yes'; ${all}`)
      expect(await statuses()).toEqual({ approved: 23 })
    })

    test('are asked about from the twenty-first on; what decides nothing is not counted', async () => {
      const twenty = `update profiles set approval_status = 'denied'
        where id in (select id from users where email like 'm%')`
      await expect(
        asAdmin(`${twenty} or id in (select id from users where email like 'kai@%')`),
      ).rejects.toThrow('about 21 members at once')
      await asAdmin(twenty)
      await query(database, `update profiles set full_name = 'Everybody'`)
      await asAdmin(`update profiles set approval_status = 'denied'`)
      expect(await statuses()).toEqual({ denied: 23 })
    })

    test('of a verb and of the roster are meant', async () => {
      await query(database, 'update users set email_confirmed_at = now(), password_proven_at = now()')
      const emails = (await query<{ email: string }>(database, 'select email from users')).map(
        ({ email }) => email,
      )
      expect((await admin('approve', ...emails)).status).toBe(0)
      expect((await admin('undo', ...emails)).status).toBe(0)
      await query(database, 'delete from users')
      for (let n = 0; n < 30; n++) await register(`r${n}@example.org`, null)
      await query(database, 'update users set email_confirmed_at = now(), password_proven_at = now()')
      await asAdmin('insert into roster (email) select email from users')
      expect(await statuses()).toEqual({ approved: 30 })
    })
  })

  describe('the nearest is named', () => {
    test.each([
      ['keono@example.org', 'keoni@example.org'],
      ['koeni@example.org', 'keoni@example.org'],
      ['Keoni@exmaple.org', 'keoni@example.org'],
      ['leilan@example.org', 'leilani@example.org'],
      ['leila@example.org', 'leilani@example.org'],
      ['jeoni@example.org', 'keoni@example.org'],
      ['keoni@example.o', 'keoni@example.org'],
    ])('of an address with a slip: %s', async (typed, meant) => {
      for (const call of [
        () => query(database, 'select * from decide_memberships(array[$1], $2)', [typed, 'approved']),
        () => query(database, 'select * from decide_membership($1, $2)', [typed, 'approved']),
      ])
        await expect(call()).rejects.toThrow(
          `No member has the e-mail address "${typed}" (did you mean ${meant}?)`,
        )
    })

    test('of several, one after the other as they were typed', async () => {
      await expect(
        query(
          database,
          `select decide_memberships(array['zoe@b.co', 'keoni@example.org', 'amy@b.co'], 'denied')`,
        ),
      ).rejects.toThrow('No member has the e-mail address "zoe@b.co", nor "amy@b.co"')
    })

    test.each([
      ['moana@example.org', 'another box'],
      ['jeono@example.org', 'neither the first nor the last letter of the box'],
      ['kuuui@example.org', 'three letters of the box that are others'],
      ['leil@example.org', 'three letters of the box missing'],
      ['keoni@exampel.rog', 'four letters of the host that are others'],
      ['keoni@example', 'four letters of the host missing'],
      ['keono@example.com', 'a slip of the box at another host'],
    ])('of no address that is another one: %s has %s', async (typed) => {
      await expect(query(database, `select * from decide_membership($1, 'denied')`, [typed])).rejects.toThrow(
        new RegExp(`"${typed.replaceAll('.', '\\.')}"$`),
      )
    })

    test('with the fewest slips, and of two as near the first by the alphabet', async () => {
      for (const box of ['kano', 'keono']) await register(`${box}@example.org`, null)
      const meant = (typed: string) => query(database, 'select nearest_address($1) as email', [typed])
      expect(await meant('kenno@example.org')).toEqual([{ email: 'keono@example.org' }])
      await query(database, `delete from users where email like 'keoni@%'`)
      await register('keano@example.org', null)
      expect(await meant('keno@example.org')).toEqual([{ email: 'kano@example.org' }])
    })

    test.each([
      ['kai', 'kai', 0],
      ['kai', '', 3],
      ['', 'kai', 3],
      ['kai', 'ka', 1],
      ['ka', 'kai', 1],
      ['kai', 'koi', 1],
      ['kai', 'kia', 2],
      ['kitten', 'sitting', 3],
    ])('by letters that are added, dropped or changed: from %j to %j', async (from, to, slips) => {
      expect(await query(database, 'select edit_distance($1, $2) as slips', [from, to])).toEqual([{ slips }])
    })

    test.each([
      [['aprove', 'kai@example.org'], 'There is no verb "aprove". Did you mean approve?'],
      [['approve', 'kai@example.org', '--dryrun'], 'Did you mean --dry-run?'],
      [['pending', '--jsn'], 'Did you mean --json?'],
    ])('of a verb or an option: %j', async (args, sentence) => {
      const { status, stderr } = await admin(...args)
      expect([status, stderr.includes(sentence)]).toEqual([2, true])
    })

    test.each(programs())('of a variable, by %s: nothing is done', async (_, runScript) => {
      const script = join(SCRIPTS, 'approve.sql')
      const call = { email: 'keoni@example.org', dryrun: '1' }
      await expect(runScript(database.databaseUrl, script, call)).rejects.toThrow(
        'There is no variable dryrun: did you mean dry_run?',
      )
      expect(await statuses()).toEqual({ pending: 3 })
    })
  })

  describe('completion', () => {
    test('knows every verb and every option, for each shell', async () => {
      for (const shell of ['bash', 'zsh', 'fish']) {
        const { stdout } = await admin('completion', shell)
        for (const { name, options } of verbs)
          for (const word of [name, ...Object.keys(options)])
            expect(stdout, `${shell}: ${word}`).toContain(word)
      }
      expect((await admin('completion')).status).toBe(2)
      expect((await admin('completion', 'cmd')).status).toBe(2)
    })

    test.each([
      ['ap', 1, 'approve approved'],
      ['--all', 2, '--all-confirmed'],
      ['--ke', 2, ''],
    ])('in bash, %s', async (typed, at, completed) => {
      const { stdout } = await admin('completion', 'bash')
      const words = at === 1 ? typed : `approve ${typed}`
      const script = `${stdout}\nCOMP_WORDS=(lanai-admin ${words}) COMP_CWORD=${at}; _lanai_admin; echo "\${COMPREPLY[*]}"`
      expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe(completed)
    })
  })
})
