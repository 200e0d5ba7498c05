import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../notices.ts'
import { answerOf } from './queries.ts'

export const SESSIONS = ['sessions']

/** The browsers that are signed in, asked for when somebody looks. */
export function useSessions(isLooking: boolean) {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: () => answerOf<Session[]>(() => actions.account.listSessions(), 'unexpected'),
    enabled: isLooking,
  })
}

/** Ends one session, by its id, or all but this one. */
export function useEnding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ which }: { which: string }) =>
      which === OTHERS
        ? answerOf(() => actions.account.endOtherSessions(), 'unexpected')
        : answerOf(() => actions.account.endSession({ id: which }), 'unexpected'),
    onMutate: () => client.cancelQueries({ queryKey: SESSIONS }),
    onSuccess: (_answer, { which }) => {
      client.setQueryData<Session[]>(SESSIONS, (listed) =>
        listed?.filter(({ id, current }) => (which === OTHERS ? current : id !== which)),
      )
      tell('success', which === OTHERS ? noticeText.other_sessions_ended : noticeText.session_ended)
    },
  })
}

/** In place of an id. */
export const OTHERS = 'others'

/** As the server lists it. */
export interface Session {
  id: string
  device: { browser: string | null; system: string | null }
  /** The first half of the address it began at. */
  network: string | null
  createdAt: Date
  lastSeenAt: Date
  current: boolean
}
