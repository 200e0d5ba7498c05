import { useMutation, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type BroadcastTopic, broadcastTopics, broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Switch } from '#src/ui/Section.tsx'

const preferencesQuery = {
  queryKey: ['email-preferences'],
  queryFn: () => actions.account.readMailings.orThrow(),
}

// Changes are sent one at a time; a switch shows what was pressed until the portal has answered.
export function EmailPreferences() {
  const preferences = useQuery(preferencesQuery, queryClient)
  const mutation = useMutation(
    {
      scope: { id: 'email-preferences' },
      mutationFn: (choice: Choice) => actions.account.chooseMailing.orThrow(choice),
      onSuccess: () => queryClient.invalidateQueries(preferencesQuery),
      // Perhaps only the response was lost.
      onError: () => void queryClient.invalidateQueries(preferencesQuery),
    },
    queryClient,
  )
  const pressed = mutation.isPending ? mutation.variables : null
  const isSubscribed = (topic: BroadcastTopic) =>
    pressed?.topic === topic ? pressed.isSubscribed : preferences.data?.subscribed.includes(topic)
  const error = mutation.error ?? preferences.failureReason

  return (
    <>
      <ErrorAlert error={error} />
      {broadcastTopics.map((topic) => {
        const { title, text } = broadcastTopicTexts[topic]
        return (
          <Switch
            key={topic}
            title={title}
            text={text}
            checked={isSubscribed(topic) ?? false}
            disabled={!preferences.data}
            onChange={({ target }) => mutation.mutate({ topic, isSubscribed: target.checked })}
          />
        )
      })}
    </>
  )
}

interface Choice {
  topic: BroadcastTopic
  isSubscribed: boolean
}
