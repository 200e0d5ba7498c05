import { neon, neonConfig, NeonDbError, type NeonQueryFunction } from '@neondatabase/serverless'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serverAt } from '../../netlify/local/postgres.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

let database: TestDatabase
let sql: NeonQueryFunction<false, false>

beforeAll(async () => {
  database = await startTestDatabase()
  neonConfig.fetchEndpoint = database.httpUrl
  sql = neon(database.databaseUrl)
  await sql`create table note (id int primary key, body text not null unique)`
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`truncate note`
})

describe('single statements', () => {
  test('return rows as objects, with PostgreSQL types read by the driver', async () => {
    const rows =
      await sql`select 1::int as int, 'x' as text, true as yes, null::text as nothing, 9007199254740993 as big`
    expect(rows).toEqual([{ int: 1, text: 'x', yes: true, nothing: null, big: '9007199254740993' }])
  })

  test('return rows as arrays in array mode', async () => {
    const rows = await sql.query('select 1 as a, 2 as a', [], { arrayMode: true })
    expect(rows).toEqual([[1, 2]])
  })

  test('tell the command, the number of rows and the fields', async () => {
    const result = await sql.query("insert into note values (1, 'a'), (2, 'b') returning id", [], {
      fullResults: true,
    })
    expect(result).toMatchObject({
      command: 'INSERT',
      rowCount: 2,
      fields: [{ name: 'id', dataTypeID: 23 }],
    })
  })

  test.each([
    ['text with every kind of letter', 'text', 'Kalākaua 王 🌺 "\' \\ </script>'],
    ['an empty text', 'text', ''],
    ['bytes', 'bytea', Buffer.from([0, 1, 255])],
    ['a moment', 'timestamptz', new Date('2026-02-03T04:05:06.789Z')],
    ['JSON', 'jsonb', { a: [1, { b: null }], c: 'é' }],
    ['an array of text', 'text[]', ['a', 'b,"c"', null]],
    ['an array of numbers', 'int[]', [1, 2, 3]],
    ['a fraction', 'float8', 0.1],
    ['nothing', 'text', null],
  ])('carry %s there and back unchanged', async (_name, type, value) => {
    const [row] = await sql.query(`select $1::${type} as value`, [value])
    expect(row?.value).toEqual(value)
  })

  test('allow one statement a request, so nothing can be smuggled in behind it', async () => {
    await expect(sql.query('select 1; select 2')).rejects.toMatchObject({ code: '42601' })
  })
})

describe('errors', () => {
  test('carry SQLSTATE, constraint, table and detail', async () => {
    await sql`insert into note values (1, 'same')`
    const error: unknown = await sql`insert into note values (2, 'same')`.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NeonDbError)
    expect(error).toMatchObject({
      message: 'duplicate key value violates unique constraint "note_body_key"',
      code: '23505',
      severity: 'ERROR',
      schema: 'public',
      table: 'note',
      constraint: 'note_body_key',
      detail: 'Key (body)=(same) already exists.',
    })
  })

  test('name the column that may not be empty', async () => {
    await expect(sql`insert into note values (1, null)`).rejects.toMatchObject({
      code: '23502',
      column: 'body',
    })
  })

  test('leave the connection usable', async () => {
    await sql`select 1 / 0`.catch(() => undefined)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  test.each([
    ['no JSON', '{"query":'],
    ['JSON of another shape', '{"sql":"select 1"}'],
    ['a batch of statements', '{"queries":[{"query":"select 1","params":[]}]}'],
  ])('are 400 with a message for %s', async (_name, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: expect.any(String) as string })
  })

  test('are 400 with code 28P01 for a wrong password, and the password is not repeated', async () => {
    const url = new URL(database.databaseUrl)
    url.password = 'wrong-password'
    const error: unknown = await neon(url.href)`select 1`.catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: '28P01' })
    expect(String(error)).not.toContain('wrong-password')
  })

  test('are 400 when the connection string is missing', async () => {
    const response = await fetch(database.httpUrl, { method: 'POST', body: '{"query":"select 1"}' })
    expect(response.status).toBe(400)
  })
})

test('Of a server that has no logins for them, the owner acts as each role', async () => {
  const acting = neon(serverAt(database.databaseUrl).roleUrls.lanai_edge)
  expect(await acting`select current_user as role`).toEqual([{ role: 'lanai_edge' }])
  await expect(acting`select password_hash from users`).rejects.toThrow('permission denied')
})

describe('many clients at once', () => {
  test('each get their own answer', async () => {
    const asked = Array.from({ length: 50 }, (_unused, index) => index)
    const answers = await Promise.all(asked.map((index) => sql`select ${index}::int as index`))
    expect(answers.map((rows) => (rows as { index: number }[])[0]?.index)).toEqual(asked)
  })

  test('never see the middle of a transaction of a PostgreSQL client', async () => {
    const client = await connect()
    await client.query('begin')
    await client.query("insert into note values (1, 'unfinished')")
    const seen = sql`select * from note`
    await client.query("insert into note values (2, 'finished')")
    await client.query('rollback')
    expect(await seen).toEqual([])
    await client.end()
  })
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.databaseUrl)
  await client.connect()
  return client
}

function post(body: string): Promise<Response> {
  return fetch(database.httpUrl, {
    method: 'POST',
    body,
    headers: { 'neon-connection-string': database.databaseUrl },
  })
}
