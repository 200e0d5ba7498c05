import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../Confirm.tsx'
import { useHandedFocus } from '../use-handed-focus.ts'
import type { Session } from './use-sessions.ts'
import { deviceName, isPhone, lastSeen } from './words.ts'

/** One browser that is signed in. This one is ended by signing out. */
export function SessionItem({ session, isAsking, isEnding, onAsk, onEnd }: Props) {
  const { device, current, lastSeenAt, createdAt } = session
  const Icon = isPhone(device) ? Smartphone : Monitor
  const name = deviceName(device)
  const item = useHandedFocus<HTMLLIElement>(isAsking, {})
  return (
    <li ref={item} className="py-4">
      <div className="flex items-center gap-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ink/5 text-ink-soft">
          <Icon size={18} strokeWidth={1.75} aria-hidden />
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
            {' · '}signed in {day.format(createdAt)}
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

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

interface Props {
  session: Session
  isAsking: boolean
  isEnding: boolean
  onAsk: (isAsking: boolean) => void
  onEnd: () => void
}
