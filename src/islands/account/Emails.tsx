import { useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type MailingKind, mailingKinds, mailingTexts } from '#src/shared/mailings.ts'
import { noticeText } from '#src/shared/notices.ts'
import { problemOf, toastResult } from '../form/problem.ts'
import { Section } from './Section.tsx'

const MAILINGS = { queryKey: ['mailings'] }

/** A switch shows what the member chose at once, and what the portal has once that has answered. */
export function Emails() {
  const queries = useQueryClient()
  const { data, error } = useQuery({ ...MAILINGS, queryFn: () => actions.account.readMailings.orThrow() })

  async function choose(kind: MailingKind, isWanted: boolean) {
    const others = data?.wanted.filter((each) => each !== kind) ?? []
    queries.setQueryData(MAILINGS.queryKey, { wanted: isWanted ? [...others, kind] : others })
    const done = isWanted ? noticeText.mailing_on : noticeText.mailing_off
    await toastResult(actions.account.chooseMailing.orThrow({ kind, isWanted }), done)
    await queries.invalidateQueries(MAILINGS)
  }

  return mailingKinds.map((kind) => {
    const { title, text } = mailingTexts[kind]
    return (
      <Section
        key={kind}
        title={title}
        text={(error && problemOf(error, 'unexpected').text) ?? text}
        action={
          <input
            type="checkbox"
            aria-label={title}
            className="size-6"
            checked={data?.wanted.includes(kind) ?? false}
            disabled={!data}
            onChange={({ target }) => void choose(kind, target.checked)}
          />
        }
      />
    )
  })
}
