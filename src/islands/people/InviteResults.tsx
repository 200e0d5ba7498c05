import type { actions } from 'astro:actions'
import { type Group, groupTitles } from '#src/shared/people/groups.ts'

export function InviteResults({ results, groups: known, isDone }: InviteResultsProps) {
  return [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, people]) => (
    <section key={outcome} className="mt-5">
      <h2 className="text-lg">{`${people.length} ${(isDone && resultText[outcome]) || previewText[outcome]}`}</h2>
      <ul className="mt-2 grid gap-x-6 gap-y-1 text-sm wrap-anywhere sm:grid-cols-2">
        {people.map(({ email, name, company, role, groups }) => (
          <li key={email}>
            {email}
            <span className="text-ink-soft">{` ${[name, company, role, groupTitles(groups, known)].filter(Boolean).join(', ')}`}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}

const previewText: Record<Outcome, string> = {
  invited: 'will be invited',
  'invited again': 'will get a new link to choose a password. Earlier links and passwords stop working',
  approved: 'waiting, will be approved',
  'already a member': 'already joined; nothing changes',
  'still denied': 'denied; nothing changes',
}

const resultText: Partial<Record<Outcome, string>> = {
  invited: 'invited',
  'invited again': 'invited again. Earlier links and passwords don’t work any more',
  approved: 'approved, as they were waiting',
}

interface InviteResultsProps {
  results: InviteResult[]
  groups: readonly Group[]
  isDone?: boolean
}

export type InviteResult = Awaited<ReturnType<typeof actions.people.invite.orThrow>>[number] & {
  company: string | null
  role: string | null
  groups: string[]
}
type Outcome = InviteResult['outcome']
