import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useRef } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { problemOf } from '../form/problem.ts'
import { tell } from '../notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'

/** The programme's events in the member's own calendar: an address that is the member's alone. */
export function Calendar() {
  const queries = useQueryClient()
  const feed = useQuery({ queryKey: ['feed'], queryFn: () => actions.calendar.readFeed.orThrow() })
  const readAgain = () => queries.invalidateQueries({ queryKey: ['feed'] })
  const renewal = useMutation({
    mutationFn: () => actions.calendar.renewFeed.orThrow(),
    onSuccess: readAgain,
  })
  const ending = useMutation({
    mutationFn: () => actions.calendar.endFeed.orThrow(),
    onSuccess: () => {
      tell('success', noticeText.feed_ended)
      renewal.reset()
      return readAgain()
    },
  })
  const error = feed.error ?? renewal.error ?? ending.error
  const createdAt = feed.data?.createdAt

  return (
    <>
      <h3 className="text-sm font-medium">The programme in my calendar</h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        An address of your own that Google, Apple, Outlook and other calendars follow: every session and
        deadline, and every change of them.
      </p>
      <Alert text={error && problemOf(error, 'unexpected').text} />
      {renewal.data && <Address path={renewal.data.path} />}
      {!renewal.data && createdAt && (
        <p className="mb-4 text-sm">
          You have an address, made on {day.format(createdAt)}. It was shown once and is not stored: for
          another calendar make a new one.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {createdAt ? (
          <>
            <Confirm
              label="Make a new address…"
              question="Make a new address? Calendars that follow the present one stop."
              yes="Make it"
              onYes={() => renewal.mutateAsync().catch(() => undefined)}
            />
            <Confirm
              label="End it…"
              question="End the address? Calendars that follow it stop."
              yes="End it"
              onYes={() => ending.mutateAsync().catch(() => undefined)}
            />
          </>
        ) : (
          <Button
            busy={feed.isLoading || renewal.isPending}
            busyText={feed.isLoading ? 'Looking' : 'Making it'}
            onClick={() => renewal.mutate()}
          >
            Make my address
          </Button>
        )}
      </div>
    </>
  )
}

/** What was just made, to be taken along: it cannot be shown again. */
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
        defaultValue={address}
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
