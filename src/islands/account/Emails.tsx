import { useMutation, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type MailingKind, mailingKinds, mailingTexts } from '#src/shared/mailings.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Switch } from '#src/ui/Section.tsx'

const MAILINGS = { queryKey: ['mailings'] }

/** A switch shows what the member chose at once. Choices are sent one by one, and a refused one goes back. */
export function Emails() {
  const reading = useQuery(
    { ...MAILINGS, queryFn: () => actions.account.readMailings.orThrow() },
    queryClient,
  )
  const show = ({ kind, isWanted }: Choice) =>
    queryClient.setQueryData<typeof reading.data>(MAILINGS.queryKey, (known) => {
      const others = known?.wanted.filter((each) => each !== kind) ?? []
      return { wanted: isWanted ? [...others, kind] : others }
    })
  const choosing = useMutation(
    {
      scope: { id: 'mailings' },
      mutationFn: (choice: Choice) => actions.account.chooseMailing.orThrow(choice),
      onMutate: show,
      onSuccess: (_, choice) => show(choice),
      onError(_, { kind, isWanted }) {
        show({ kind, isWanted: !isWanted })
        // It may be saved all the same, where only the answer was lost.
        void queryClient.invalidateQueries(MAILINGS)
      },
    },
    queryClient,
  )
  const error = choosing.error ?? reading.failureReason

  return (
    <>
      <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      {mailingKinds.map((kind) => {
        const { title, text } = mailingTexts[kind]
        return (
          <Switch
            key={kind}
            title={title}
            text={text}
            checked={reading.data?.wanted.includes(kind) ?? false}
            disabled={!reading.data}
            onChange={({ target }) => choosing.mutate({ kind, isWanted: target.checked })}
          />
        )
      })}
    </>
  )
}

interface Choice {
  kind: MailingKind
  isWanted: boolean
}
