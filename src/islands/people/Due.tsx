import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { queryClient } from '#src/lib/query-client.ts'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Forms } from './DueForms.tsx'
import { DueStart } from './DueStart.tsx'
import { type Due, formatDue, rowsOf } from './due.ts'
import { StatusTabs } from './StatusTabs.tsx'
import { Unmatched } from './Unmatched.tsx'
import { useTitle } from './useTitle.ts'
import { linkToDeadline } from './view.ts'

/** What is due: each deadline with how many have done it, or one with who has and who hasn't. */
export default function DuePage({ deadline }: { deadline: string | null }) {
  const { data, error } = useQuery(
    { queryKey: ['due'], queryFn: () => actions.due.read.orThrow() },
    queryClient,
  )
  const start = data?.starts.find(({ key }) => key === deadline)
  useTitle(start ? start.title : 'Due')
  return (
    <>
      {deadline !== null && !start && <h1 className="mt-3 text-subheading lg:text-heading">Due</h1>}
      {!start && <StatusTabs current="due" search="" />}
      <div className="mt-4">
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      </div>
      {!data && !error && <p role="status">Loading…</p>}
      {data && start && <DueStart due={data} start={start} />}
      {data && !start && (
        <>
          <Starts due={data} />
          <Unmatched due={data} />
          <Forms due={data} />
        </>
      )}
    </>
  )
}

function Starts({ due }: { due: Due }) {
  if (due.starts.length === 0)
    return <p className="text-sm text-ink-soft">Nothing is due. Editors add deadlines as events.</p>
  return (
    <ul className="divide-y divide-line">
      {due.starts.map((start) => {
        const rows = rowsOf(due, start)
        return (
          <li key={start.key} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <a href={linkToDeadline(start.key)} className="min-h-11 content-center font-medium wrap-anywhere">
              {start.title}
              <span className="block text-sm font-normal text-ink-soft">{formatDue(start)}</span>
            </a>
            <span className="text-sm tabular-nums">{`${rows.filter(({ done }) => done).length} of ${rows.length}`}</span>
          </li>
        )
      })}
    </ul>
  )
}
