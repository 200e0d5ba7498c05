import * as icons from '#src/shared/icons.ts'
import { useRef, useState } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useHandedFocus } from '../ui/useFocus.ts'
import { failureFrom } from './queries.ts'
import { OTHERS, type Session, useEnding, useSessions } from './useSessions.ts'
import { beganAt, deviceName, isPhone, lastSeen } from './words.ts'

/** Where the member is signed in, and how to end it there. */
export function Sessions({ isLooking }: { isLooking: boolean }) {
  const { data: sessions, isPending, error, refetch } = useSessions(isLooking)
  const [asking, setAsking] = useState<string | null>(null)
  const ending = useEnding()
  const heading = useRef<HTMLHeadingElement>(null)
  const all = useHandedFocus<HTMLDivElement>(asking === OTHERS)

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
        <Alert failure={failureFrom(ending.error)} />
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
          <Alert failure={failureFrom(error)} />
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

/** One browser that is signed in. This one is ended by signing out. */
function SessionItem({ session, isAsking, isEnding, onAsk, onEnd }: ItemProps) {
  const { device, current, lastSeenAt } = session
  const name = deviceName(device)
  const item = useHandedFocus<HTMLLIElement>(isAsking)
  return (
    <li ref={item} className="py-4">
      <div className="flex items-center gap-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ink/5 text-ink-soft">
          <Icon drawing={isPhone(device) ? icons.smartphone : icons.monitor} />
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
        {!current && !isAsking && (
          <Button look="quiet" onClick={() => onAsk(true)}>
            End<span className="sr-only"> the session of {name}</span>
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          question="End this session?"
          yes="End it"
          busy={isEnding}
          onYes={onEnd}
          onNo={() => onAsk(false)}
        />
      )}
    </li>
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

interface ItemProps {
  session: Session
  isAsking: boolean
  isEnding: boolean
  onAsk: (isAsking: boolean) => void
  onEnd: () => void
}
