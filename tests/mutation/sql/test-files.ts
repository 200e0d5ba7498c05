import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Batch, Outcome } from './mutant-runner.ts'
import { databaseAt, TEMPLATE, type MutantServer } from './mutant-server.ts'
import type { Change } from './mutants.ts'

export const ROOT = join(import.meta.dirname, '../../..')

/** Runs files of tests on databases that are copies of mutants. */
export async function openTestFiles(server: MutantServer, { isKept = false } = {}): Promise<TestFiles> {
  const { url, roleUrls } = server
  const migratedUrl = databaseAt(url, TEMPLATE)
  const folder = mkdtempSync(join(tmpdir(), 'lanai-mutants-'))
  const [batchFile, outcomes] = [join(folder, 'batch.json'), join(folder, 'outcomes.txt')]
  const vitest = await createVitest(
    { root: ROOT, config: false, watch: false, reporters: [{}], silent: true },
    {
      test: {
        include: ['tests/{contract,faults}/*.test.ts'],
        exclude: ELSEWHERE.map((name) => `**/${name}.test.ts`),
        alias: [{ find: /^.*\/\.astro\/programme\.json$/, replacement: join(ROOT, MAIL_WORDS) }],
        provide: { postgres: { url, roleUrls, migratedUrl, isKept }, mutants: { batch: batchFile } },
        runner: join(import.meta.dirname, 'mutant-runner.ts'),
        // A mutant that makes a test wait is noticed.
        testTimeout: 10_000,
        hookTimeout: 20_000,
        isolate: false,
        fileParallelism: false,
      },
    },
  )
  const paths = (await vitest.globTestSpecifications())
    .map(({ moduleId }) => moduleId.slice(ROOT.length + 1))
    .sort()

  return {
    paths,
    async run(path, mutants) {
      const batch: Batch = { mutants: [...mutants], isWhole: isKept, outcomes }
      writeFileSync(batchFile, JSON.stringify(batch))
      writeFileSync(outcomes, '')
      const project = vitest.getRootProject()
      await vitest.runTestSpecifications(
        mutants.map((_, n) =>
          project.createSpecification(join(ROOT, path), undefined, undefined, `mutant-${n}`),
        ),
      )
      const lines = readFileSync(outcomes, 'utf8').split('\n').filter(Boolean) as Outcome[]
      // A worker that did not come back to say was brought down.
      return mutants.map((_, n) => lines[n] ?? 'failed')
    },
    async close() {
      await vitest.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const MAIL_WORDS = 'tests/support/programme-words.json'

/** These start processes or services for each case, or prove nothing about the schema: others notice the same sooner. */
const ELSEWHERE = [
  'admin-cli',
  'blobs',
  'doctor',
  'dumped',
  'durability',
  'go-live',
  'go-live-faults',
  'host',
  'kick',
  'mailbox',
  'migrate-command',
  'migrations',
  'postmark',
  'sql-endpoint',
  'start-up',
  'strict-http',
  '*-killed',
]

export interface TestFiles {
  /** From the root, in alphabetical order. */
  paths: string[]
  /** Runs one file on a mutant after the other, and says how it ended on each. */
  run: (path: string, mutants: readonly Change[]) => Promise<Outcome[]>
  close: () => Promise<void>
}
