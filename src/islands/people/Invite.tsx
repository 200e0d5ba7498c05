import { actions } from 'astro:actions'
import { useState } from 'react'
import { describeList, describeMistake, type List } from '#src/shared/people/list-text.ts'
import { useFocusAfter } from '../account/Section.tsx'
import { Form } from '../form/Form.tsx'
import { actOn, linkTo } from './person.ts'

/** Invites the people of a pasted list or a file, after saying what was read and what would happen to each. */
export function Invite() {
  const [given, setGiven] = useState(listOf(''))
  const [view, show] = useState<View>({ at: 'typing', mistakes: [] })
  const heading = useFocusAfter<HTMLHeadingElement>(view)
  const typeAgain = () => show({ at: 'typing', mistakes: [] })

  async function take(file: File) {
    const { decodeList } = await import('#src/shared/people/read-list.ts')
    const bytes = new Uint8Array(await file.arrayBuffer())
    setGiven({ name: file.name, bytes, text: decodeList(bytes).text ?? '' })
    typeAgain()
  }

  async function check() {
    const { readList } = await import('#src/shared/people/read-list.ts')
    const list = readList(given)
    if ('mistakes' in list) show({ at: 'typing', mistakes: list.mistakes.map(describeMistake) })
    else show({ at: 'checked', list, results: await invite(list, true) })
  }

  async function undo(invited: Result[]) {
    const people = invited.map(({ id }) => ({ id: id ?? '', status: 'invited' as const }))
    await actOn(people, 'undo')
    typeAgain()
  }

  function screen() {
    switch (view.at) {
      case 'typing':
        return (
          <Form send={check} className="mt-4 grid gap-4" isRow submit="Check the list" busyText="Checking">
            <ul className="grid gap-1 rounded-control bg-ember-wash px-3.5 py-3 text-sm wrap-anywhere empty:hidden">
              {view.mistakes.length > 0 && (
                <li className="font-medium">Correct this before you invite anyone:</li>
              )}
              {view.mistakes.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <label className="grid gap-1.5 text-sm font-medium">
              Names and email addresses
              <textarea
                rows={10}
                className="field py-2.5 font-normal"
                placeholder="Paste rows from a spreadsheet, or drop a CSV file here"
                value={given.text}
                onChange={({ target }) => setGiven(listOf(target.value))}
                onDrop={(event) => {
                  const [file] = event.dataTransfer.files
                  if (!file) return
                  event.preventDefault()
                  void take(file)
                }}
              />
            </label>
            <label className="grid gap-1.5 text-sm font-medium">
              Or a CSV file
              <input
                type="file"
                accept=".csv,.tsv,.txt"
                className="min-h-11 py-2 font-normal"
                onChange={({ target: { files } }) => files?.[0] && void take(files[0])}
              />
            </label>
          </Form>
        )
      case 'checked':
        return (
          <>
            <p className="mt-4 wrap-anywhere">{describeList(view.list)}</p>
            <Results results={view.results} sentences={willHappen} />
            <Form
              send={async () => show({ at: 'invited', results: await invite(view.list, false) })}
              className="mt-6"
              isRow
              submit={`Invite ${view.results.filter(isInvited).length}`}
              busyText="Inviting"
              disabled={!view.results.some(isInvited)}
              onCancel={typeAgain}
            />
          </>
        )
      case 'invited': {
        const invited = view.results.filter(({ outcome }) => outcome === 'invited')
        return (
          <>
            <Results results={view.results} sentences={hasHappened} />
            {invited.length > 0 && (
              <Form
                send={() => undo(invited)}
                className="mt-6"
                isRow
                look="button-quiet"
                submit={`Undo ${invited.length} new`}
                busyText="Undoing"
              />
            )}
            <a href="?status=invited" className="mt-6 inline-block text-link">
              See who’s invited
            </a>
          </>
        )
      }
    }
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-xl outline-none">
        {titles[view.at]}
      </h2>
      {screen()}
    </>
  )
}

/** How many there are of each outcome, and who. */
function Results({ results, sentences }: { results: Result[]; sentences: Record<Outcome, string> }) {
  return [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, people]) => (
    <section key={outcome} className="mt-5">
      <h3 className="font-display text-lg">{`${people.length} ${sentences[outcome]}`}</h3>
      <ul className="mt-2 grid gap-x-6 gap-y-1 text-sm wrap-anywhere sm:grid-cols-2">
        {people.map(({ id, email, name }) => (
          <li key={email}>
            {id ? (
              <a href={linkTo({ id })} className="text-link">
                {email}
              </a>
            ) : (
              email
            )}
            <span className="text-ink-soft">{` ${name ?? ''}`}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function invite({ people }: List, isTrial: boolean): Promise<Result[]> {
  return actions.people.invite.orThrow({ people, isTrial })
}

/** Or approved, as they were waiting. */
function isInvited({ outcome }: Result): boolean {
  return outcome !== 'already a member' && outcome !== 'still denied'
}

function listOf(text: string) {
  return { name: 'The list', bytes: new TextEncoder().encode(text), text }
}

const titles = { typing: 'Invite people', checked: 'Check before inviting', invited: 'Invited' }

const willHappen: Record<Outcome, string> = {
  invited: 'new, to be invited',
  'invited again': 'known, to get a new link that sets a password',
  approved: 'waiting now, to be approved',
  'already a member': 'already here; nothing changes',
  'still denied': 'denied; nothing changes',
}

const hasHappened: Record<Outcome, string> = {
  ...willHappen,
  invited: 'invited. We’ll email them in a minute. Until then, you can undo this',
  'invited again': 'known. We’ll send them a new link that sets a password',
  approved: 'approved, as they were waiting',
}

type Result = Awaited<ReturnType<typeof actions.people.invite.orThrow>>[number]
type Outcome = Result['outcome']
type View =
  | { at: 'typing'; mistakes: string[] }
  | { at: 'checked'; list: List; results: Result[] }
  | { at: 'invited'; results: Result[] }
