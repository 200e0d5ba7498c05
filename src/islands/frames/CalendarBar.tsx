import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import type { FrameView } from '#src/embeds/embed.ts'
import { cityOf } from '#src/shared/zoned-time.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import { $usesOwnTimeZone } from '#src/lib/time-zone.ts'
import { BareButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'

export function CalendarBar({ frame, zone }: { frame: FrameView; zone: string }) {
  const isHydrated = useIsHydrated()
  const usesOwnTimeZone = useStore($usesOwnTimeZone)
  const canSwitch = isHydrated && differsFromBrowser(zone)
  const showsOwnTime = canSwitch && usesOwnTimeZone
  return (
    <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-5 text-sm *:min-h-9 max-sm:*:min-h-11 print:hidden">
      <p className="mr-auto flex items-center max-sm:w-full">
        <span key={String(showsOwnTime)}>
          {showsOwnTime ? 'Shown in your time zone.' : `Shown in ${cityOf(zone)} time.`}
        </span>
      </p>
      {canSwitch && (
        <label className="flex items-center gap-2.5 font-medium whitespace-nowrap">
          <input
            type="checkbox"
            role="switch"
            className="checkbox size-5"
            checked={showsOwnTime}
            aria-checked={showsOwnTime}
            onChange={({ target }) => $usesOwnTimeZone.set(target.checked)}
          />
          My time
        </label>
      )}
      {/* Calendar apps can't sign in: for the programme's own events a member gets a private link in the account. */}
      {frame.provider === 'own' && (
        <BareButton onClick={() => openDialog({ name: 'account', section: 'calendar' })} className={LINK}>
          <Icon icon={icons.CalendarPlus} className="size-4" />
          Subscribe
        </BareButton>
      )}
      {frame.subscribeUrl && (
        <a href={frame.subscribeUrl} className={LINK}>
          <Icon icon={icons.CalendarPlus} className="size-4" />
          Subscribe
        </a>
      )}
    </div>
  )
}

// Time zones of different names may have the same offset now.
function differsFromBrowser(zone: string): boolean {
  const now = new Date()
  return now.toLocaleString('en-US', { timeZone: zone }) !== now.toLocaleString('en-US')
}

const LINK =
  'inline-flex items-center gap-2 rounded-control font-medium text-accent hover:text-accent-deep max-sm:ml-auto'
