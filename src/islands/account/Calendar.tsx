import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useRef, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { FEEDS_MAX } from '#src/shared/field-limits.ts'
import { noticeText } from '#src/shared/notices.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Form } from '#src/ui/Form.tsx'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { showToast } from '#src/ui/toasts.ts'
import { $usesOwnTimeZone } from '#src/lib/time-zone.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { timeAgo } from '#src/lib/time-ago.ts'
import { Disclosure, Section, Switch, useFocusAfter } from '#src/ui/Section.tsx'

const FEED = { queryKey: ['feed'] }

/** The member's own links to subscribe to the programme's events, one for each calendar, and whose time calendars show. */
export function Calendar() {
  const { data, failureReason: error } = useQuery(
    { ...FEED, queryFn: () => actions.calendar.readFeeds.orThrow() },
    queryClient,
  )
  const heading = useFocusAfter<HTMLHeadingElement>(data?.count)
  const [path, setPath] = useState<string | null>(null)

  async function create() {
    setPath((await actions.calendar.addFeed.orThrow()).path)
    await queryClient.invalidateQueries(FEED)
  }

  async function revoke() {
    await actions.calendar.endFeeds.orThrow()
    setPath(null)
    await queryClient.invalidateQueries(FEED)
  }

  return (
    <>
      <Section
        ref={heading}
        title="Calendar subscription"
        text="A private link for Google, Apple, Outlook and others. Sessions and deadlines stay up to date."
      >
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
        <div role="status">{path && <Link key={path} path={path} />}</div>
        {!path && data?.createdAt && (
          <p className="mb-4 text-sm">
            {`You created your last link ${timeAgo(data.createdAt)}. Each is shown only once. To add another calendar, create another one: ${data.count < FEEDS_MAX ? 'the others keep working' : `you have ${FEEDS_MAX}, so the oldest stops working`}.`}
          </p>
        )}
        <Form
          send={create}
          isRow
          variant={data?.createdAt ? 'quiet' : undefined}
          submit={data?.createdAt ? 'Add another calendar' : 'Create my link'}
          disabled={!data}
          className="mb-3"
        />
        {data?.createdAt && (
          <Disclosure
            label="Revoke…"
            srSuffix="all links"
            question={`Revoke ${data.count === 1 ? 'your link' : `all ${data.count} links`}? Calendars using them will stop updating.`}
            submit="Revoke"
            send={revoke}
          />
        )}
      </Section>
      <MyTime />
    </>
  )
}

/** The same choice as the switch above each calendar. */
function MyTime() {
  const isOwn = useStore($usesOwnTimeZone)
  return (
    <Switch
      title="My time"
      text="Calendars show your time zone in place of the programme’s. This browser remembers it."
      checked={isOwn}
      onChange={({ target }) => $usesOwnTimeZone.set(target.checked)}
    />
  )
}

/** A new link. It can't be shown again. Every program takes https; `webcal:` opens the one that a device has. */
function Link({ path }: { path: string }) {
  const address = location.origin + path
  const webcal = `webcal://${location.host}${path}`
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showToast('success', noticeText.feed_copied)
    } catch {
      field.current?.focus()
      showToast('error', errorText.feed_not_copied)
    }
  }
  return (
    <div className="mb-5 rounded-control bg-success-wash p-4 text-sm">
      <label className="block font-medium" htmlFor="feed-address">
        Your link
      </label>
      <input
        ref={field}
        id="feed-address"
        readOnly
        defaultValue={address}
        className="field mt-1.5"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="mt-2 text-ink-soft">
        Keep it private: anyone with this link can see the events. It’s shown only once.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <a href={webcal} className="button-primary">
          Open in calendar app
        </a>
        <a
          href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`}
          target="_blank"
          rel="noreferrer"
          className="button-quiet"
        >
          Add to Google Calendar
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <Button variant="quiet" onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
    </div>
  )
}
