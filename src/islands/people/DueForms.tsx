import { actions } from 'astro:actions'
import { useState } from 'react'
import { FormName } from '#src/shared/forms.ts'
import { dueNotice } from '#src/shared/people/notices.ts'
import { Disclosure, Section, useFocusAfter } from '../account/Section.tsx'
import { Form } from '../form/Form.tsx'
import { showToast } from '../notices.ts'
import { queries } from '../queries.ts'
import { Field } from '../ui/Field.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import type { Due } from './due.ts'
import { nameOf } from './person.ts'

const readAgain = () => queries.invalidateQueries({ queryKey: ['due'] })

/** Forms that came from addresses without a member. Once an administrator says whose one is, later forms count as well. */
export function Unmatched({ due: { unmatched, people, starts } }: { due: Due }) {
  const titleOf = (event: string) => starts.find((start) => start.event === event)?.title ?? event
  const senders = [...new Set(unmatched.map(({ email }) => email))]
  const heading = useFocusAfter<HTMLHeadingElement>(senders.length)
  if (senders.length === 0) return null
  return (
    <section aria-labelledby="unmatched">
      <h2 ref={heading} tabIndex={-1} id="unmatched" className="mt-8 mb-4 text-lg outline-none">
        Not matched
      </h2>
      {senders.map((email) => (
        <Section
          key={email}
          title={email}
          text={unmatched
            .filter((each) => each.email === email)
            .map(({ event, at }) => `${titleOf(event)}, ${timeAgo(at)}`)
            .join(' · ')}
          action={
            <Disclosure
              label="Forget…"
              what={`what ${email} sent`}
              question={`Forget what ${email} sent?`}
              submit="Forget"
              send={() => match(email, null)}
            />
          }
        >
          {people.length > 0 && (
            <Form
              send={(typed) => match(email, (typed as { id: string }).id)}
              isRow
              look="button-quiet"
              submit="It’s them"
              what={email}
              className="grid gap-2 sm:flex"
            >
              <select name="id" aria-label={`Who ${email} is`} className="field min-w-0 sm:max-w-80">
                {people.map((person) => (
                  <option key={person.id} value={person.id}>
                    {nameOf(person)}
                  </option>
                ))}
              </select>
            </Form>
          )}
        </Section>
      ))}
    </section>
  )
}

async function match(email: string, id: string | null) {
  await actions.due.match.orThrow({ email, id })
  showToast('success', id === null ? dueNotice.sender_forgotten : dueNotice.sender_matched)
  await readAgain()
}

/** The addresses that form tools call: docs/forms.md. */
export function Forms({ due: { forms, starts, unmatched } }: { due: Due }) {
  const heading = useFocusAfter<HTMLHeadingElement>(forms.length, unmatched.length)
  return (
    <section aria-labelledby="forms">
      <h2 ref={heading} tabIndex={-1} id="forms" className="mt-8 text-lg outline-none">
        Forms that say it themselves
      </h2>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        Your form tool calls an address when a member has sent a form. Then home says “Sent”, and we don’t
        remind them.
      </p>
      {forms.map((form) => (
        <Section
          key={form.name}
          title={form.name}
          text={`Created ${timeAgo(form.createdAt)} · ${form.usedAt ? `last called ${timeAgo(form.usedAt)}` : 'never called'}`}
          action={
            <Disclosure
              label="Revoke…"
              what={form.name}
              question={`Revoke ${form.name}? What it sends is refused from then on.`}
              submit="Revoke"
              send={() => revoke(form.name)}
            />
          }
        />
      ))}
      <NewForm events={[...new Set(starts.map(({ event }) => event))]} />
    </section>
  )
}

async function revoke(name: string) {
  await actions.due.endForm.orThrow({ name })
  showToast('success', dueNotice.form_ended)
  await readAgain()
}

/** Shows the address of a new form once, for each deadline. */
function NewForm({ events }: { events: readonly string[] }) {
  const [path, setPath] = useState<string | null>(null)
  return (
    <div className="mt-4 flex flex-wrap gap-5">
      <Disclosure
        label="New address…"
        rules={FormName}
        send={async (typed) => {
          setPath((await actions.due.addForm.orThrow(typed)).path)
          showToast('success', dueNotice.form_added)
          await readAgain()
        }}
        className="grid max-w-120 gap-4 rounded-control border border-line p-4"
        submit="Create"
      >
        <Field name="name" label="Name" hint="Such as the form tool’s: Typeform" />
      </Disclosure>
      {path && (
        <div className="grid basis-full gap-3 rounded-control bg-kukui-wash p-4 text-sm">
          <p>Paste the deadline’s address into your form tool. Keep it private. It’s shown only once.</p>
          {events.map((event) => (
            <Field
              key={event}
              name={event}
              label={event}
              readOnly
              defaultValue={`${location.origin}${path}${event}`}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          ))}
        </div>
      )}
    </div>
  )
}
