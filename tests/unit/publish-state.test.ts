import { expect, test } from 'vitest'
import { type Ask, readPublishState } from '#src/edit/publish-state.ts'

const SAVED = '[skip ci] Update Page “tools” (Kai)'
const [START, END] = ['2025-06-02T09:00:00Z', '2025-06-02T09:01:00Z']
const NOW = Date.parse('2025-06-02T09:10:00Z')
const check = (conclusion: string | null, started_at = START) => ({
  id: Number(started_at.replaceAll(/\D/g, '')),
  conclusion,
  started_at,
  completed_at: conclusion && END,
})

test.each<[string, object, object]>([
  ['what the portal was built from is online', { count: 0 }, { is: 'online' }],
  ['a save waits until somebody publishes', {}, { is: 'waiting', count: 2 }],
  [
    'a commit that nothing holds back is built at once',
    { message: 'Update Page “tools” (Kai)' },
    { is: 'building', count: 2, isLate: false },
  ],
  [
    'what was published is built while the content is checked',
    { checks: [check(null)] },
    { is: 'building', count: 2, isLate: false },
  ],
  [
    'what was published is built after the content has passed',
    { checks: [check('success')] },
    { is: 'building', count: 2, isLate: false },
  ],
  [
    'a check that failed is refused with the mistakes of the content',
    { checks: [check('failure')] },
    { is: 'refused', count: 2, mistakes: [{ file: 'pages/tools.yaml', line: 5, message: 'Remove it.' }] },
  ],
  [
    'the latest check counts',
    { checks: [check('failure'), check(null, END)] },
    { is: 'building', count: 2, isLate: false },
  ],
  [
    'a build that takes longer than usual is late',
    { checks: [{ ...check('success'), completed_at: '2025-06-02T08:50:00Z' }] },
    { is: 'building', count: 2, isLate: true },
  ],
  [
    'a check that was cancelled leaves a save waiting',
    { checks: [check('cancelled')] },
    { is: 'waiting', count: 2 },
  ],
  ['a token that reads no checks shows what waits', { checks: null }, { is: 'waiting', count: 2 }],
])('%s', async (_, answers, state) => {
  expect(await readPublishState('main', 'abc', github(answers), NOW)).toEqual(state)
})

/** Answers as GitHub documents. */
function github({ count = 2, message = SAVED, checks = [] }: Answers): Ask {
  const commit = { message, committer: { date: START } }
  const answers: Record<string, unknown> = {
    'compare/abc...main': { ahead_by: count, commits: Array(count).fill({ commit }) },
    ...(checks && { 'commits/main/check-runs?check_name=content': { check_runs: checks } }),
    [`check-runs/${check('failure').id}/annotations`]: [
      { path: 'src/content/pages/tools.yaml', start_line: 5, message: 'Remove it.' },
      { path: '.github', start_line: 1, message: 'Process completed with exit code 1.' },
    ],
  }
  return (path) =>
    path in answers ? Promise.resolve(answers[path]) : Promise.reject(new Error(`403 ${path}`))
}

interface Answers {
  count?: number
  message?: string
  checks?: object[] | null
}
