import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const files = globSync('.github/workflows/*.yml', { cwd: root })

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const Workflow = z.looseObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string() }).loose(),
  jobs: z.record(z.string(), z.looseObject({ 'timeout-minutes': z.number(), steps: z.array(Step) })),
})

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const workflow = Workflow.parse(parse(text))
  const steps = Object.values(workflow.jobs).flatMap(({ steps }) => steps)

  test('may write nothing but where a job says so', () => {
    expect(Object.values(workflow.permissions).filter((right) => right !== 'read')).toEqual([])
  })

  test('runs actions by the hash of what was read, with its version beside it', () => {
    const uses = text.match(/uses: .*/g) ?? []
    expect(uses.filter((each) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual(
      [],
    )
  })

  test('leaves no token in what it checks out', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  test('puts nothing that a stranger wrote into a command', () => {
    const commands = steps.map(({ run = '' }) => run)
    expect(commands.filter((run) => /\$\{\{(?! matrix\.run \}\})/.test(run))).toEqual([])
  })

  test('is not started by what a stranger may do with the rights of the repository', () => {
    const begun = Object.keys(workflow.on)
    expect(
      begun.filter((on) => ['pull_request_target', 'workflow_run', 'issue_comment'].includes(on)),
    ).toEqual([])
  })
})
