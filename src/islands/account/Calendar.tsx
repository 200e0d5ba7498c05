import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { FEEDS_MAX } from '#src/shared/field-limits.ts'
import { noticeText } from '#src/shared/notices.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Form } from '#src/ui/Form.tsx'
import { $usesOwnTimeZone } from '#src/lib/time-zone.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { timeAgo } from '#src/lib/time-ago.ts'
import { Section, Switch } from '#src/ui/Section.tsx'
import { ConfirmAction } from '#src/ui/ExpandableForm.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'

const feedsQuery = {
  queryKey: ['feeds'],
  queryFn: () => actions.calendar.readFeeds.orThrow(),
}

export function Calendar() {
  const { data, failureReason: error } = useQuery(feedsQuery, queryClient)
  const heading = useRestoreFocus<HTMLHeadingElement>(data?.count)
  const [path, setPath] = useState<string | null>(null)

  async function create() {
    setPath((await actions.calendar.addFeed.orThrow()).path)
    await queryClient.invalidateQueries(feedsQuery)
  }

  async function revoke() {
    await actions.calendar.endFeeds.orThrow()
    setPath(null)
    await queryClient.invalidateQueries(feedsQuery)
  }

  return (
    <>
      <Section
        ref={heading}
        title="Calendar subscription"
        text="A private link for Google, Apple, Outlook and others. Sessions and deadlines stay up to date."
      >
        <ErrorAlert error={error} />
        <div role="status">{path && <NewLink key={path} path={path} />}</div>
        {!path && data?.createdAt && (
          <p className="mb-4 text-sm">
            {`You created your last link ${timeAgo(data.createdAt)}. Each is shown only once. To add another calendar, create another one: ${data.count < FEEDS_MAX ? 'the others keep working' : `you have ${FEEDS_MAX}, so the oldest stops working`}.`}
          </p>
        )}
        <Form
          onSubmit={create}
          isCompact
          variant={data?.createdAt ? 'quiet' : undefined}
          submitLabel={data?.createdAt ? 'Add another calendar' : 'Create my link'}
          disabled={!data}
          className="mb-3"
        />
        {data?.createdAt && (
          <ConfirmAction
            label="Revoke…"
            srSuffix="all links"
            question={`Revoke ${data.count === 1 ? 'your link' : `all ${data.count} links`}? Calendars using them will stop updating.`}
            confirmLabel="Revoke"
            onConfirm={revoke}
          />
        )}
      </Section>
      <TimeZoneSwitch />
    </>
  )
}

function TimeZoneSwitch() {
  const usesOwnTimeZone = useStore($usesOwnTimeZone)
  return (
    <Switch
      title="My time"
      text="Calendars show your time zone in place of the programme’s. This browser remembers it."
      checked={usesOwnTimeZone}
      onChange={({ target }) => $usesOwnTimeZone.set(target.checked)}
    />
  )
}

// Every calendar app takes an https URL; `webcal:` opens the default one.
function NewLink({ path }: { path: string }) {
  const url = location.origin + path
  const webcalUrl = `webcal://${location.host}${path}`
  return (
    <div className="mb-5 rounded-control bg-success-wash p-4 text-sm">
      <label className="block font-medium" htmlFor="feed-address">
        Your link
      </label>
      <input
        id="feed-address"
        readOnly
        defaultValue={url}
        className="field mt-1.5"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="mt-2 text-ink-soft">
        Keep it private: anyone with this link can see the events. It’s shown only once.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <a href={webcalUrl} className="button-primary">
          Open in calendar app
        </a>
        <a
          href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`}
          target="_blank"
          rel="noreferrer"
          className="button-quiet"
        >
          Add to Google Calendar
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <CopyButton
          text={url}
          fieldId="feed-address"
          label="Copy link"
          copiedText={noticeText.feed_copied}
          refusedText={errorText.feed_not_copied}
        />
      </div>
    </div>
  )
}
