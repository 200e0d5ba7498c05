import { timeAgo } from '../ui/time-ago.ts'
import type { PersonWithRecord } from './person.ts'

/** Who decided what, when and why, and the latest messages to the person with what became of them. */
export function Record({ person: { decisions, messages } }: { person: PersonWithRecord }) {
  return (
    <>
      <Facts
        title="Decisions"
        rows={decisions.map(({ at, to_status, actor, reason, is_undo }) => ({
          what: is_undo ? `Undone: ${to_status}` : to_status,
          at,
          text: [`by ${actor}`, reason].filter(Boolean).join(': '),
        }))}
      />
      <Facts
        title="Messages"
        rows={messages.map(({ at, kind, state, last_error }) => ({
          what: kind.replaceAll('_', ' '),
          at,
          text: [state, last_error].filter(Boolean).join(': '),
        }))}
      />
    </>
  )
}

function Facts({ title, rows }: { title: string; rows: { what: string; at: Date; text: string }[] }) {
  return (
    <section>
      <h2 className="mt-8 text-lg">{title}</h2>
      {rows.length === 0 && <p className="mt-2 text-sm text-ink-soft">None.</p>}
      <ul className="mt-2 divide-y divide-line text-sm">
        {rows.map(({ what, at, text }, n) => (
          <li key={n} className="py-2.5 wrap-anywhere">
            <p className="font-medium first-letter:uppercase">{what}</p>
            <p className="text-ink-soft">{`${timeAgo(at)} · ${text}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
