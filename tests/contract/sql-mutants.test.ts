import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { equivalents } from '../mutation/sql/equivalents.ts'
import { hunt, sortOut } from '../mutation/sql/hunt.ts'
import { readMutants, type Mutant } from '../mutation/sql/mutants.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

describe('Mutants of the SQL', () => {
  const database = useDatabase()
  let mutants: Mutant[]
  beforeAll(async () => {
    const client = new pg.Client(database.databaseUrl)
    await client.connect()
    mutants = await readMutants(client)
    await client.end()
  })

  test('every function has some, no two are called the same, and each that counts as equivalent is there', () => {
    const names = mutants.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(sortOut(mutants, equivalents).unknown).toEqual([])
    for (const kind of ['code', 'guard', 'right']) expect(mutants.some((one) => one.kind === kind)).toBe(true)
    for (const said of [
      'lanai_app may call decide_membership',
      'sessions: no sessions_pkey',
      'for update skip locked',
    ]) {
      expect(names.join('\n')).toContain(said)
    }
  })

  test('one is a fault in the database, and is undone', async () => {
    const fault = mutants.find(({ name }) => /^is_decided: .*\[e\.user_id = member_id → true\]/.test(name))
    const isDecided = async () => {
      const rows = await query<{ decided: boolean }>(database, `select is_decided('nobody') as decided`)
      return rows[0]?.decided
    }
    await query(
      database,
      `insert into approval_events (user_id, actor, to_status) values ('else', 'test', 'approved')`,
    )
    expect(await isDecided()).toBe(false)
    await query(database, fault?.statement ?? '')
    expect(await isDecided()).toBe(true)
    await query(database, fault?.undo ?? '')
    expect(await isDecided()).toBe(false)
  })

  test('one that no file of tests notices has survived, one that the second file notices has not', async () => {
    const [first, second] = [mutant('unnoticed'), mutant('noticed')]
    const verdicts = await hunt(
      [first, second],
      () => ['a.test.ts', 'b.test.ts'],
      (file, batch) =>
        Promise.resolve(batch.map((one) => (one === second && file === 'b.test.ts' ? 'failed' : 'passed'))),
    )
    expect(verdicts).toEqual([
      { name: 'noticed', is: 'killed', by: 'b.test.ts' },
      { name: 'unnoticed', is: 'survived' },
    ])
  })

  test('an equivalent that is not there any more is named', () => {
    expect(sortOut([mutant('here')], { here: 'Nobody sees it.', gone: 'Nobody saw it.' })).toEqual({
      real: [],
      unknown: ['gone'],
    })
  })
})

function mutant(name: string): Mutant {
  return { name, kind: 'code', touches: [], statement: '' }
}
