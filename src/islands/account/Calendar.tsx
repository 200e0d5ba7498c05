import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useRef, useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { useHandedFocus } from '../ui/useFocus.ts'
import { answerOf, failureFrom } from './queries.ts'

const FEED = ['feed']

/** The programme's events in the member's own calendar: an address that is the member's alone. */
export function Calendar({ current }: { current: boolean }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const [path, setPath] = useState<string | null>(null)
  const section = useHandedFocus<HTMLElement>(asking !== null)
  const feed = useQuery({
    queryKey: FEED,
    queryFn: () => answerOf<Feed>(() => actions.calendar.readFeed(), 'unexpected'),
    enabled: current,
  })
  const settle = (createdAt: Date | null, newPath: string | null) => {
    client.setQueryData<Feed>(FEED, { createdAt })
    setPath(newPath)
    setAsking(null)
  }
  const renewal = useMutation({
    mutationFn: () => answerOf<{ path: string }>(() => actions.calendar.renewFeed(), 'unexpected'),
    onSuccess: (made) => settle(new Date(), made.path),
  })
  const ending = useMutation({
    mutationFn: () => answerOf(() => actions.calendar.endFeed(), 'unexpected'),
    onSuccess: () => {
      settle(null, null)
      tell('success', noticeText.feed_ended)
    },
  })
  const createdAt = feed.data?.createdAt ?? null

  return (
    <section ref={section}>
      <h3 className="text-sm font-medium">The programme in my calendar</h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        An address of your own that Google, Apple, Outlook and other calendars follow: every session and
        deadline, and every change of them.
      </p>
      <Alert failure={failureFrom(feed.error ?? renewal.error ?? ending.error)} />
      {path !== null && <Address path={path} />}
      {path === null && createdAt && (
        <p className="mb-4 text-sm">
          You have an address, made on {day.format(createdAt)}. It was shown once and is not stored: for
          another calendar make a new one.
        </p>
      )}
      {asking === null && (
        <div className="flex flex-wrap gap-3">
          <Button
            look={createdAt ? 'quiet' : 'primary'}
            busy={feed.isLoading || renewal.isPending}
            busyText={feed.isLoading ? 'Looking' : 'Making it'}
            onClick={() => (createdAt ? setAsking('renew') : renewal.mutate())}
          >
            {createdAt ? 'Make a new address…' : 'Make my address'}
          </Button>
          {createdAt && (
            <Button look="quiet" onClick={() => setAsking('end')}>
              End it…
            </Button>
          )}
        </div>
      )}
      {asking === 'renew' && (
        <Confirm
          question="Make a new address? Calendars that follow the present one stop."
          yes="Make it"
          busy={renewal.isPending}
          onYes={() => renewal.mutate()}
          onNo={() => setAsking(null)}
        />
      )}
      {asking === 'end' && (
        <Confirm
          question="End the address? Calendars that follow it stop."
          yes="End it"
          busy={ending.isPending}
          onYes={() => ending.mutate()}
          onNo={() => setAsking(null)}
        />
      )}
    </section>
  )
}

/** What was just made, to be taken along: nobody can say it again. */
function Address({ path }: { path: string }) {
  const field = useRef<HTMLInputElement>(null)
  const address = `webcal://${location.host}${path}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      tell('success', noticeText.feed_copied)
    } catch {
      // Nothing may be copied here: marked, it can be by hand.
      field.current?.select()
    }
  }
  return (
    <div className="mb-5 rounded-control bg-kukui/10 p-4 text-sm">
      <label className="block font-medium" htmlFor="feed-address">
        Your address
      </label>
      <input
        ref={field}
        id="feed-address"
        readOnly
        value={address}
        className="mt-1.5 field"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="mt-2 text-ink-soft">
        Keep it to yourself: who has it sees the programme’s events. It is shown this once.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <a href={address} className="button-primary">
          Open in my calendar
        </a>
        <Button look="quiet" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** As the server tells. */
interface Feed {
  createdAt: Date | null
}
