import { useMutation, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type MailingKind, mailingKinds, mailingTexts } from '#src/shared/mailings.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Switch } from '#src/ui/Section.tsx'

const MAILINGS = { queryKey: ['mailings'] }

/** Switches update optimistically. Changes are sent one at a time, and one that fails is rolled back. */
export function EmailPreferences() {
  const mailings = useQuery(
    { ...MAILINGS, queryFn: () => actions.account.readMailings.orThrow() },
    queryClient,
  )
  const updateCache = ({ kind, isWanted }: Choice) =>
    queryClient.setQueryData<typeof mailings.data>(MAILINGS.queryKey, (cached) => {
      const others = cached?.wanted.filter((each) => each !== kind) ?? []
      return { wanted: isWanted ? [...others, kind] : others }
    })
  const mutation = useMutation(
    {
      scope: { id: 'mailings' },
      mutationFn: (choice: Choice) => actions.account.chooseMailing.orThrow(choice),
      onMutate: updateCache,
      onSuccess: (_, choice) => updateCache(choice),
      onError(_, { kind, isWanted }) {
        updateCache({ kind, isWanted: !isWanted })
        // Perhaps only the response was lost.
        void queryClient.invalidateQueries(MAILINGS)
      },
    },
    queryClient,
  )
  const error = mutation.error ?? mailings.failureReason

  return (
    <>
      <Alert {...(error ? toFormError(error, 'unexpected') : NO_ERROR)} />
      {mailingKinds.map((kind) => {
        const { title, text } = mailingTexts[kind]
        return (
          <Switch
            key={kind}
            title={title}
            text={text}
            checked={mailings.data?.wanted.includes(kind) ?? false}
            disabled={!mailings.data}
            onChange={({ target }) => mutation.mutate({ kind, isWanted: target.checked })}
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
