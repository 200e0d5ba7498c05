import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { queryClient } from '#src/lib/query-client.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { deadlineRows, formatCompletion, formatDueTime } from './deadline-rows.ts'
import { deadlineHref } from './people-url.ts'
import type { Person } from './person.ts'

export function PersonProgress({ person: { id, watched, videos } }: { person: Person }) {
  const { data: due, error } = useQuery(
    { queryKey: ['due'], queryFn: () => actions.due.read.orThrow() },
    queryClient,
  )
  const isCounted = due?.people.some((person) => person.id === id)
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="mt-8 text-lg">
        Progress
      </h2>
      <ErrorAlert error={error} />
      <ul className="mt-2 divide-y divide-line text-sm">
        <li className="py-2.5">
          <p className="font-medium">Videos</p>
          <p className="text-ink-soft">{`${watched} of ${videos} watched`}</p>
        </li>
        {due?.starts.map((deadline) => {
          const row = deadlineRows(due, deadline).find(({ person }) => person.id === id)
          if (!row) return null
          const { text, isMissed } = formatCompletion(row.completion, deadline)
          return (
            <li key={deadline.key} className="py-2.5 wrap-anywhere">
              <a href={deadlineHref(deadline.key)} className="font-medium">
                {deadline.title}
              </a>
              <p className="text-ink-soft">{formatDueTime(deadline)}</p>
              <p className={isMissed ? 'text-danger' : 'text-ink-soft'}>{text}</p>
            </li>
          )
        })}
        {due && !isCounted && (
          <li className="py-2.5 text-ink-soft">
            What is due doesn’t count for administrators, or once an account is to be deleted.
          </li>
        )}
      </ul>
    </section>
  )
}
