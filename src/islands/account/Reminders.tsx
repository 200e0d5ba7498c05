import { useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { noticeText } from '#src/shared/notices.ts'
import { problemOf, toastResult } from '../form/problem.ts'
import { Section } from './Section.tsx'

const REMINDERS = { queryKey: ['reminders'] }

/** The switch shows what the member chose at once, and what the portal has once that has answered. */
export function Reminders() {
  const queries = useQueryClient()
  const { data, error } = useQuery({ ...REMINDERS, queryFn: () => actions.account.readReminders.orThrow() })

  async function choose(areOn: boolean) {
    queries.setQueryData(REMINDERS.queryKey, { areOn })
    const done = areOn ? noticeText.reminders_on : noticeText.reminders_off
    await toastResult(actions.account.chooseReminders.orThrow({ areOn }), done)
    await queries.invalidateQueries(REMINDERS)
  }

  return (
    <Section
      title="Reminders by email"
      text={
        (error && problemOf(error, 'unexpected').text) ??
        'A day before each deadline and 3 hours before, until you tick ‘Done’.'
      }
      action={
        <input
          type="checkbox"
          aria-label="Reminders by email"
          className="size-6"
          checked={data?.areOn ?? false}
          disabled={!data}
          onChange={({ target }) => void choose(target.checked)}
        />
      }
    />
  )
}
