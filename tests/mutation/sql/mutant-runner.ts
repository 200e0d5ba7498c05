import { appendFileSync, readFileSync } from 'node:fs'
import { inject, TestRunner, type RunnerTestFile, type RunnerTestCase } from 'vitest'
import { changeTemplate, makeTemplate } from './mutant-server.ts'
import { NO_CHANGE, type Change } from './mutants.ts'

/**
 * Vitest's runner in a worker that runs one file of tests again and again: each time on the next mutant, and until the first test
 * fails. A worker and its modules for each mutant would take ten times as long.
 */
export default class MutantRunner extends TestRunner {
  #next = 0
  #isMutant = true
  #hasFailed = false
  #last: Change | null = null
  readonly #batch = JSON.parse(readFileSync(inject('mutants').batch, 'utf8')) as Batch
  readonly #server = inject('postgres').url

  async onBeforeCollect(): Promise<void> {
    await this.#undoLast()
    this.#hasFailed = false
    this.#isMutant = await changeTemplate(this.#server, this.#mutant.statement).then(
      () => true,
      () => false,
    )
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    if (this.#hasFailed || !this.#isMutant) test.mode = 'skip'
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    if (!this.#batch.isWhole && test.result?.state === 'fail') this.#hasFailed = true
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    const failed = files.some(({ result }) => result?.state === 'fail')
    const outcome: Outcome = !this.#isMutant ? 'none' : failed ? 'failed' : 'passed'
    appendFileSync(this.#batch.outcomes, `${outcome}\n`)
    this.#last = this.#mutant
    this.#next += 1
  }

  /** Another database costs more than all of the tests. */
  async #undoLast(): Promise<void> {
    const undo = this.#last?.undo
    if (undo === undefined) await makeTemplate(this.#server)
    else if (this.#isMutant) await changeTemplate(this.#server, undo)
  }

  get #mutant(): Change {
    return this.#batch.mutants[this.#next] ?? NO_CHANGE
  }
}

export interface Batch {
  mutants: Change[]
  /** Whether the file goes on after a test that failed. */
  isWhole: boolean
  /** A file that gets a line for each. */
  outcomes: string
}

/** `none` where PostgreSQL takes no such statement. */
export type Outcome = 'passed' | 'failed' | 'none'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file with the batch to run. */
    mutants: { batch: string }
  }
}
