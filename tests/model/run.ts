import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const HELP = `Lives histories of people, mailboxes, browsers and administrators on a real PostgreSQL, and looks after each step
whether anybody sees a protected page who may not.

  npm run model -- [--minutes N] [--steps N] [--seed N]

  --minutes N   how long, at most (default 10)
  --steps N     how many steps, at most (default: as many as fit)
  --seed N      the same seed lives the same histories (default: another one each time)
  --help        this text

Prints seed, histories and steps. Exit status 1 when the rule was broken; the shortest history that does so is printed.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    steps: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(HELP)
} else {
  const { status } = spawnSync('vitest', ['run', '--project', 'unit', 'tests/model', '-t', 'no one enters'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MODEL_MINUTES: values.minutes,
      MODEL_STEPS: values.steps,
      MODEL_SEED: values.seed,
    },
  })
  process.exitCode = status ?? 1
}
