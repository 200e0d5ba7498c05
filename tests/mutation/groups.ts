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
  {
    name: 'edge',
    mutate: [
      'src/server/{queue,request-id,shared-answer,status}.ts',
      'src/server/sessions/bounded-lookups.ts',
    ],
    tests: ['tests/unit/{bounded-lookups,fair-line,gate,health,queue,request-id,status}.test.ts'],
    atLeast: 95,
  },
  {
    name: 'sessions',
    mutate: ['src/server/sessions/{admit-member,session-list}.ts'],
    tests: ['tests/unit/{admit-member,link-shapes}.test.ts', 'tests/contract/{account,sign-in}.test.ts'],
    atLeast: 95,
  },
  {
    name: 'links',
    mutate: ['src/server/{approvals,sign-up}/*.ts'],
    tests: [
      'tests/unit/link-shapes.test.ts',
      'tests/contract/{change-email,decision-links,kick-offs,mailed-links,mails-per-mailbox,proven-sign-ups,sign-up}.test.ts',
    ],
    atLeast: 95,
  },
  {
    name: 'members',
    mutate: ['src/server/members/*.ts'],
    tests: [
      'tests/unit/link-shapes.test.ts',
      'tests/contract/{account,change-email,mails-per-mailbox,my-data}.test.ts',
    ],
    atLeast: 95,
  },
  {
    name: 'outbox',
    mutate: ['src/server/outbox/*.ts'],
    tests: [
      'tests/unit/backoff.test.ts',
      'tests/contract/{decision-links,deliver-outbox,outbox,outbox-schema,registration-notices}.test.ts',
    ],
    atLeast: 95,
  },
  {
    name: 'limits',
    mutate: ['src/server/limits/*.ts'],
    tests: [
      'tests/unit/{limits,network}.test.ts',
      'tests/contract/{kick-offs,mails-per-mailbox,rate-limits,sign-in}.test.ts',
    ],
    atLeast: 95,
  },
  // Of these nothing can be seen: a formatter made anew each time (wall-time.ts), a typed address of 508 units, which is too long
  // in letters as well (forms.ts), a run beyond the last, which has no moments (runs.ts), what two devices know that were at one
  // place at one time (known.ts), a fragment that is told although the title makes it (packed-view.ts).
  {
    name: 'shared',
    mutate: ['src/shared/!(errors|icons|notices|palette).ts', 'src/shared/*/!(player-origin).ts'],
    tests: [
      'tests/unit/{announcements,auth-form,events,forms,gate,gate-actions,gate-rules,nearest,next-path,notes-*,page,picture-type,playlist-*,progress-sync,read-viewer,refusal-words,request-id,roster-file,shared-*,sign-up-form,vault,video-progress,viewer,visit,week}.test.ts',
    ],
    atLeast: 95,
  },
  {
    name: 'admin',
    mutate: ['db/admin/*.ts', 'db/admin/*/*.ts'],
    tests: [
      'tests/unit/{admin-table,roster-file}.test.ts',
      'tests/contract/{admin-cli,admin-slips,admin-words,admins-day,doctor,kick,roster}.test.ts',
    ],
    // What administrators read, and SQL.
    leavesAlone: ['StringLiteral'],
    ignoreStatic: true,
    atLeast: 95,
  },
]

export interface Group {
  name: string
  /** Files, as globs. */
  mutate: readonly string[]
  tests: readonly string[]
  /** Kinds of changes that are not made. */
  leavesAlone?: readonly string[]
  /** Whether what is made once, while a file is read, stays as it is: each change of it costs a run of all tests. */
  ignoreStatic?: boolean
  /** Per cent; below that a run ends with 1. */
  atLeast: number
}
