import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../Confirm.tsx'
import { ServerAlert } from '../ServerAlert.tsx'
import { sentenceOf } from '../server.ts'
import { useHandedFocus } from '../use-handed-focus.ts'
import { SessionItem } from './SessionItem.tsx'
import { OTHERS, useEnding, useSessions } from './use-sessions.ts'

/** Where the member is signed in, and how to end it there. */
export function Sessions({ isLooking }: { isLooking: boolean }) {
  const { data: sessions, isPending, error, refetch } = useSessions(isLooking)
  const [asking, setAsking] = useState<string | null>(null)
  const ending = useEnding()
  const heading = useRef<HTMLHeadingElement>(null)
  const all = useHandedFocus<HTMLDivElement>(asking === OTHERS, {})

  async function tryAgain() {
    const { isSuccess } = await refetch()
    if (isSuccess) heading.current?.focus()
  }

  function end(which: string) {
    ending.mutate(
      { which },
      {
        // What was pressed goes away with the session.
        onSuccess: () => heading.current?.focus(),
        onSettled: () => setAsking(null),
      },
    )
  }

  return (
    <section className="pt-5" aria-labelledby="account-sessions">
      <h3 ref={heading} id="account-sessions" tabIndex={-1} className="text-sm font-medium outline-none">
        Sessions
      </h3>
      <p className="text-sm text-ink-soft">
        Where you are signed in. End what you do not know or no longer use.
      </p>
      <div className="[&:has(p)]:mt-4">
        <ServerAlert text={sentenceOf(ending.error)} />
      </div>
      {sessions ? (
        <ul className="mt-2 divide-y divide-line">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isAsking={asking === session.id}
              isEnding={ending.isPending && ending.variables.which === session.id}
              onAsk={(isAsking) => setAsking(isAsking ? session.id : null)}
              onEnd={() => end(session.id)}
            />
          ))}
        </ul>
      ) : isPending ? (
        <Loading />
      ) : (
        <div className="mt-4">
          <ServerAlert text={sentenceOf(error)} />
          <Button look="quiet" onClick={() => void tryAgain()}>
            Try again
          </Button>
        </div>
      )}
      {sessions?.length === 1 && (
        <p className="mt-2 text-sm text-ink-soft">You are signed in nowhere else.</p>
      )}
      {sessions && sessions.length > 2 && (
        <div ref={all} className="mt-4">
          {asking === OTHERS ? (
            <Confirm
              question="End all sessions but this one?"
              yes="End them"
              busy={ending.isPending}
              onYes={() => end(OTHERS)}
              onNo={() => setAsking(null)}
            />
          ) : (
            <Button look="quiet" onClick={() => setAsking(OTHERS)}>
              End all other sessions
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Loading() {
  return (
    <div role="status" className="mt-4 grid gap-4">
      <span className="sr-only">Loading your sessions…</span>
      {[0, 1].map((row) => (
        <div key={row} className="flex animate-pulse items-center gap-4" aria-hidden>
          <div className="size-10 rounded-full bg-ink/8" />
          <div className="grid flex-1 gap-2">
            <div className="h-3 w-2/5 rounded-full bg-ink/8" />
            <div className="h-3 w-1/4 rounded-full bg-ink/8" />
          </div>
        </div>
      ))}
    </div>
  )
}
