import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { queryClient } from '#src/lib/query-client.ts'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { WebhookEndpoints } from './WebhookEndpoints.tsx'
import { DeadlineReport } from './DeadlineReport.tsx'
import { type DueData, formatCount, formatDueTime, deadlineRows } from './deadline-rows.ts'
import { StatusTabs } from './StatusTabs.tsx'
import { UnmatchedSubmissions } from './UnmatchedSubmissions.tsx'
import { usePageTitle } from './usePageTitle.ts'
import { deadlineHref, NO_FILTER } from './people-url.ts'

export default function DuePage({ deadlineKey }: { deadlineKey: string | null }) {
  const { data, error } = useQuery(
    {
      queryKey: ['due'],
      queryFn: () => actions.due.read.orThrow(),
      // Until they leave, emails can be taken back.
      refetchInterval: ({ state }) => (state.data?.undoable.length ? 10_000 : false),
    },
    queryClient,
  )
  const { data: counts } = useQuery(
    { queryKey: ['people', 'counts'], queryFn: () => actions.people.count.orThrow() },
    queryClient,
  )
  const deadline = data?.starts.find(({ key }) => key === deadlineKey)
  usePageTitle(deadline ? deadline.title : 'Due')
  return (
    <>
      {deadlineKey !== null && !deadline && <h1 className="mt-3 text-subheading lg:text-heading">Due</h1>}
      {!deadline && <StatusTabs current="due" filter={NO_FILTER} counts={counts} />}
      <div className="mt-4">
        <ErrorAlert error={error} />
      </div>
      {!data && !error && <p role="status">Loading…</p>}
      {data && deadline && <DeadlineReport due={data} deadline={deadline} />}
      {data && !deadline && (
        <>
          <DeadlineList due={data} />
          <UnmatchedSubmissions due={data} />
          <WebhookEndpoints due={data} />
        </>
      )}
    </>
  )
}

function DeadlineList({ due }: { due: DueData }) {
  if (due.starts.length === 0)
    return <p className="text-sm text-ink-soft">Nothing is due. Editors add deadlines as events.</p>
  return (
    <ul className="divide-y divide-line">
      {due.starts.map((deadline) => {
        return (
          <li key={deadline.key} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <a
              href={deadlineHref(deadline.key)}
              className="min-h-11 content-center font-medium wrap-anywhere"
            >
              {deadline.title}
              <AudienceLabel audience={deadline.label ?? undefined} />
              <span className="block text-sm font-normal text-ink-soft">{formatDueTime(deadline)}</span>
            </a>
            <span className="text-sm tabular-nums">{formatCount(deadlineRows(due, deadline), deadline)}</span>
          </li>
        )
      })}
    </ul>
  )
}
