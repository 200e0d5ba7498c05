import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { neon, neonConfig, NeonDbError, type NeonQueryFunction } from '@neondatabase/serverless'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDatabase, type Database } from '../../netlify/local/database.ts'
import { credentialsOf } from '../../netlify/local/postgres/credentials.ts'
import { createSqlEndpoint } from '../../netlify/local/sql-endpoint.ts'
import { createSqlPool } from '../../netlify/local/sql-runner.ts'
import { createRealDatabase } from '../support/real-postgres.ts'

const anyPort = { host: '127.0.0.1', wirePort: 0, httpPort: 0 }

async function startEmbedded() {
  const databaseUrl = 'postgres://postgres:secret@127.0.0.1/postgres'
  const database = await startDatabase({ directory: null, databaseUrl, ...anyPort })
  return { database, drop: () => Promise.resolve() }
}

async function startInFrontOfRealServer() {
  const { url, drop } = await createRealDatabase()
  return { database: await startDatabase({ databaseUrl: url, ...anyPort }), drop }
}

describe.each([
  ['the embedded database', startEmbedded],
  ['a real PostgreSQL server', startInFrontOfRealServer],
])('The SQL endpoint over %s', (_, start) => {
  let database: Database
  let sql: NeonQueryFunction<false, false>
  let drop: () => Promise<void>

  beforeAll(async () => {
    ;({ database, drop } = await start())
    neonConfig.fetchEndpoint = database.httpUrl
    sql = neon(database.databaseUrl)
    await sql`create table note (id int primary key, body text not null unique)`
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })
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
      const response = await post(database, body)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ message: expect.any(String) as string })
    })

    test('are 413 for a body over 10 MiB', async () => {
      const response = await post(database, 'x'.repeat(11 * 1024 * 1024)).catch(() => null)
      // A server that stops reading may cut the connection before the client has read the answer.
      expect(response?.status ?? 413).toBe(413)
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

  describe('many clients at once', () => {
    test('each get their own answer', async () => {
      const asked = Array.from({ length: 50 }, (_unused, index) => index)
      const answers = await Promise.all(asked.map((index) => sql`select ${index}::int as index`))
      expect(answers.map((rows) => (rows as { index: number }[])[0]?.index)).toEqual(asked)
    })

    test('never see the middle of a transaction of a PostgreSQL client', async () => {
      const client = await connect(database)
      await client.query('begin')
      await client.query("insert into note values (1, 'unfinished')")
      const seen = sql`select * from note`
      await client.query("insert into note values (2, 'finished')")
      await client.query('rollback')
      expect(await seen).toEqual([])
      await client.end()
    })

    test('are not harmed by a PostgreSQL client that leaves in the middle of a transaction', async () => {
      const client = await connect(database)
      client.on('error', () => undefined)
      await client.query('begin')
      await client.query("insert into note values (1, 'abandoned')")
      ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      expect(await sql`select * from note`).toEqual([])
    })

    test('who leave before their turn have nothing run for them', async () => {
      const pool = createSqlPool(database.databaseUrl, { size: 1, role: null })
      const door = { credentials: credentialsOf(database.databaseUrl), role: null, pool }
      const endpoint = createSqlEndpoint([door]).listen(0, '127.0.0.1')
      await once(endpoint, 'listening')
      const httpUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/sql`

      const held = await pool.connect()
      const leaving = new AbortController()
      const body = JSON.stringify({ query: "insert into note values (1, 'left')" })
      const asked = post({ ...database, httpUrl }, body, leaving.signal).catch(() => 'left')
      await expect.poll(() => pool.waitingCount).toBe(1)
      leaving.abort()
      expect(await asked).toBe('left')
      await expect.poll(() => connectionsOf(endpoint)).toBe(0)
      held.release()

      const after = await post({ ...database, httpUrl }, JSON.stringify({ query: 'select * from note' }))
      expect(await after.json()).toMatchObject({ rowCount: 0 })
      endpoint.close()
      endpoint.closeAllConnections()
      await pool.end()
    })

    test('may prepare statements under the same name', async () => {
      const clients = await Promise.all([connect(database), connect(database), connect(database)])
      const answers = await Promise.all(
        clients.map((client, index) =>
          client.query({ name: 'same', text: `select ${String(index)} as index` }),
        ),
      )
      expect(answers.map(({ rows }) => (rows as { index: number }[])[0]?.index)).toEqual([0, 1, 2])
      await Promise.all(clients.map((client) => client.end()))
    })

    test('may mix the wire protocol and HTTP, with errors among them', async () => {
      const clients = await Promise.all([connect(database), connect(database)])
      const ask = [
        async (value: string) => (await clients[0].query<Row>('select $1::text as value', [value])).rows,
        async (value: string) => (await clients[1].query<Row>('select $1::text as value', [value])).rows,
        (value: string) => sql`select ${value}::text as value`,
        (value: string) => sql`select ${value}::text as value`,
      ]
      const work = ask.map(async (select) => {
        for (const value of ['1', '2', 'not a number', '4'].flatMap((text) => Array<string>(10).fill(text))) {
          expect(await select(value)).toEqual([{ value }])
          await sql`select ${value}::int / 0`.catch(() => undefined)
        }
      })
      await Promise.all(work)
      await Promise.all(clients.map((client) => client.end()))
    })
  })
})

interface Row {
  value: string
}

async function connect(database: Database): Promise<pg.Client> {
  const client = new pg.Client(database.databaseUrl)
  await client.connect()
  return client
}

function connectionsOf(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}

function post(
  database: Pick<Database, 'httpUrl' | 'databaseUrl'>,
  body: string,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(database.httpUrl, {
    method: 'POST',
    body,
    signal: signal ?? null,
    headers: { 'neon-connection-string': database.databaseUrl },
  })
}
