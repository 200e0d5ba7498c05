/**
 * What is mutated, group by group, which tests have to notice, and how many of a hundred mutants they kill at least. A file that
 * holds only words people read, names of pictures or types is in no group: no rule is in it.
 */
export const groups: readonly Group[] = [
  {
    name: 'gate',
    mutate: ['src/server/gate/*.ts', 'src/server/tokens.ts'],
    tests: [
      'tests/unit/{canonical-path,feed,gate,gate-actions,gate-rules,gate-answers,health,page,request-id,status,tokens,viewer}.test.ts',
    ],
    atLeast: 100,
  },
  {
    name: 'sign-in',
    mutate: ['src/server/sign-in/*.ts'],
    tests: ['tests/unit/link-shapes.test.ts', 'tests/contract/{mailed-links,sign-in}.test.ts'],
    atLeast: 100,
  },
]

export interface Group {
  name: string
  /** Files, as globs. */
  mutate: readonly string[]
  tests: readonly string[]
  /** Per cent; below that a run ends with 1. */
  atLeast: number
}
