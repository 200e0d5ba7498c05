import * as icons from '#src/shared/icons.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useRef } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { problemOf } from '../form/problem.ts'
import { tell } from '../notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { beganAt, deviceName, lastSeen } from './words.ts'

export const SESSIONS = ['sessions']

/** Where the member is signed in, and how to end it there. */
export function Sessions() {
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = useQuery({ queryKey: SESSIONS, queryFn: () => actions.account.listSessions.orThrow() })
  const ending = useMutation({
    /** Of one session, or of all but this one. */
    mutationFn: (id: string | null) =>
      id ? actions.account.endSession.orThrow({ id }) : actions.account.endOtherSessions.orThrow(),
    onSuccess: async (_, id) => {
      tell('success', id ? noticeText.session_ended : noticeText.other_sessions_ended)
      await queries.invalidateQueries({ queryKey: SESSIONS })
      // What was pressed goes away with the session.
      heading.current?.focus()
    },
  })
  const end = (id: string | null) => ending.mutateAsync(id).catch(() => undefined)

  return (
    <section className="pt-5" aria-labelledby="account-sessions">
      <h3 ref={heading} id="account-sessions" tabIndex={-1} className="text-sm font-medium outline-none">
        Sessions
      </h3>
      <p className="text-sm text-ink-soft">
        Where you are signed in. End what you do not know or no longer use.
      </p>
      <div className="[&:has(p)]:mt-4">
        <Alert text={ending.error && problemOf(ending.error, 'unexpected').text} />
      </div>
      {sessions.isPending && <Loading />}
      {sessions.isError && (
        <div className="mt-4">
          <Alert text={problemOf(sessions.error, 'unexpected').text} />
          <Button look="quiet" onClick={() => void sessions.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {sessions.data && (
        <>
          <ul className="mt-2 divide-y divide-line">
            {sessions.data.map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => end(session.id)} />
            ))}
          </ul>
          {sessions.data.length === 1 && (
            <p className="mt-2 text-sm text-ink-soft">You are signed in nowhere else.</p>
          )}
          {sessions.data.length > 2 && (
            <div className="mt-4">
              <Confirm
                label="End all other sessions"
                question="End all sessions but this one?"
                yes="End them"
                onYes={() => end(null)}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** One browser that is signed in. This one is ended by signing out. */
function SessionItem({ session, onEnd }: { session: Session; onEnd: () => Promise<unknown> }) {
  const { device, current, lastSeenAt } = session
  const name = deviceName(device)
  const isPhone = device.system === 'iOS' || device.system === 'Android'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ink/5 text-ink-soft">
        <Icon drawing={isPhone ? icons.smartphone : icons.monitor} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
          {name}
          {current && (
            <span className="rounded-full bg-kukui/12 px-2 py-0.5 text-xs font-medium text-kukui">
              This one
            </span>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {current ? 'Active now' : `Last seen ${lastSeen(lastSeenAt, new Date())}`}
          {' · '}signed in {beganAt(session)}
        </p>
      </div>
      {!current && (
        <Confirm
          label="End"
          what={`the session of ${name}`}
          question="End this session?"
          yes="End it"
          onYes={onEnd}
        />
      )}
    </li>
  )
}

function Loading() {
  return (
    <div role="status" className="mt-4 grid animate-pulse gap-4">
      <span className="sr-only">Loading your sessions…</span>
      <div className="h-10 w-3/5 rounded-control bg-ink/8" />
      <div className="h-10 w-2/5 rounded-control bg-ink/8" />
    </div>
  )
}

type Session = Awaited<ReturnType<typeof actions.account.listSessions.orThrow>>[number]
