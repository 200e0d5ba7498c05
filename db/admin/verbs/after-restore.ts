import { dryRun } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import type { Verb } from '../verb.ts'

export const afterRestore: Verb = {
  name: 'after-restore',
  summary: 'keep a restored backup from telling everything twice',
  takes: '',
  about: `For a database that was restored from a backup, before the portal uses it. Gives up messages that have waited
longer than an hour: the database that was lost has told them since. What is younger is sent, unless the provider has it
already. What was given up can be looked at (outbox) and tried again (outbox-retry). Who has signed out since the backup is
signed in again: sessions-end --everybody ends that.`,
  options: dryRun,
  prepare: () =>
    ask<{ kind: string; givenUp: number; kept: number }>(
      'select kind, given_up::int as "givenUp", kept::int from settle_after_restore()',
      [],
      (rows) => ({
        json: rows,
        tables: [
          tableOf(
            rows,
            { what: 'kind', 'given up': 'givenUp', kept: 'kept' },
            { whenEmpty: 'No message was waiting.' },
          ),
        ],
      }),
    ),
}
