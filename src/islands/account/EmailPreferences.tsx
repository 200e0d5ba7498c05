import { useMutation, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type BroadcastTopic, broadcastTopics, broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { ErrorAlert } from '#src/ui/Alert.tsx'
import { Switch } from '#src/ui/Section.tsx'

const PREFERENCES = { queryKey: ['email-preferences'] }

// Switches update optimistically. Changes are sent one at a time, and one that fails is rolled back.
export function EmailPreferences() {
  const preferences = useQuery(
    { ...PREFERENCES, queryFn: () => actions.account.readMailings.orThrow() },
    queryClient,
  )
  const updateCache = ({ topic, isSubscribed }: Choice) =>
    queryClient.setQueryData<typeof preferences.data>(PREFERENCES.queryKey, (cached) => {
      const others = cached?.subscribed.filter((each) => each !== topic) ?? []
      return { subscribed: isSubscribed ? [...others, topic] : others }
    })
  const mutation = useMutation(
    {
      scope: { id: 'email-preferences' },
      mutationFn: (choice: Choice) => actions.account.chooseMailing.orThrow(choice),
      onMutate: updateCache,
      onSuccess: (_, choice) => updateCache(choice),
      onError(_, { topic, isSubscribed }) {
        updateCache({ topic, isSubscribed: !isSubscribed })
        // Perhaps only the response was lost.
        void queryClient.invalidateQueries(PREFERENCES)
      },
    },
    queryClient,
  )
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
            checked={preferences.data?.subscribed.includes(topic) ?? false}
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
