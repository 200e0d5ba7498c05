import { actions } from 'astro:actions'
import { useEffect, useId, useRef, useState } from 'react'
import { decodeFile } from '#src/shared/people/decode-file.ts'
import {
  describeList,
  describeMistake,
  refuseList,
  type List,
  type Mistake,
  type RefusedList,
} from '#src/shared/people/list-text.ts'
import { isDone } from '#src/shared/people/notices.ts'
import { PEOPLE_AT_ONCE } from '#src/shared/people/people.ts'
import { readList } from '#src/shared/people/read-list.ts'
import { FileButton } from '../account/FileButton.tsx'
import { useFocusAfter } from '../account/Section.tsx'
import { Form } from '../form/Form.tsx'
import { InviteResults, isInvited, type InviteResult } from './InviteResults.tsx'
import { actOn } from './person.ts'
import { useForAMinute } from './use-for-a-minute.ts'

/** Invites the people of a pasted list or a file, after saying what was read and what would happen to each. */
export default function Invite() {
  const [given, setGiven] = useState<Given>({ text: '', file: null })
  const [view, show] = useState<View>({ at: 'typing' })
  const [undoable, setUndoable] = useForAMinute<InviteResult>()
  const heading = useFocusAfter<HTMLHeadingElement>(`${view.at} ${undoable.length}`)

  async function inviteAll(list: List) {
    const results = await invite(list, false)
    setUndoable(results.filter(isNew))
    show({ at: 'invited', results })
  }

  async function undo(results: InviteResult[]) {
    const people = undoable.map(({ id }) => ({ id: id ?? '', status: 'invited' as const }))
    const outcomes = await actOn(people, 'undo')
    const undone = outcomes.flatMap(({ id, outcome }) => (isDone(outcome) ? id : []))
    const rest = results.filter(({ id }) => id === null || !undone.includes(id))
    setUndoable([])
    show(rest.some(isNew) ? { at: 'invited', results: rest } : { at: 'typing' })
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-xl outline-none lg:text-2xl">
        {titles[view.at]}
      </h1>
      {view.at === 'typing' && (
        <Typing
          given={given}
          onGiven={setGiven}
          onList={async (list) => show({ at: 'checked', list, results: await invite(list, true) })}
        />
      )}
      {view.at === 'checked' && (
        <>
          <p className="mt-4 wrap-anywhere">{describeList(view.list, given.file?.isGuessed ?? false)}</p>
          <InviteResults results={view.results} when="before" />
          <Form
            send={() => inviteAll(view.list)}
            className="mt-6"
            isRow
            submit={`Invite ${view.results.filter(isInvited).length}`}
            busyText="Inviting"
            disabled={!view.results.some(isInvited)}
            onCancel={() => show({ at: 'typing' })}
          />
        </>
      )}
      {view.at === 'invited' && (
        <Invited results={view.results} onUndo={undoable.length > 0 ? () => undo(view.results) : null} />
      )}
    </>
  )
}

/** Mistakes stay below the list while they are corrected. */
function Typing({ given, onGiven, onList }: TypingProps) {
  const { text, file } = given
  const [{ mistakes, rest }, setRefused] = useState<RefusedList>(nothing)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (mistakes.length > 0) field.current?.focus()
  }, [mistakes])

  async function take(chosen: File) {
    const read = await readFile(chosen)
    setRefused('mistakes' in read ? read : nothing)
    if ('text' in read) onGiven({ text: read.text, file: { name: chosen.name, isGuessed: read.isGuessed } })
  }

  async function check() {
    const list = readGiven(given)
    setRefused('mistakes' in list ? list : nothing)
    if ('people' in list) await onList(list)
  }

  return (
    <>
      <Form send={check} className="mt-4 grid gap-4" isRow submit="Check the list" busyText="Checking">
        <label className="grid gap-1.5 text-sm font-medium">
          Names and email addresses
          <textarea
            ref={field}
            rows={10}
            className="field py-2.5 font-normal"
            placeholder="Paste rows from a spreadsheet, or drop a CSV file here"
            aria-invalid={mistakes.length > 0 || undefined}
            aria-describedby={mistakes.length > 0 ? id : undefined}
            value={text}
            onChange={({ target }) => {
              onGiven({ text: target.value, file: null })
              setRefused({ mistakes, rest: null })
            }}
            onDrop={(event) => {
              const [dropped] = event.dataTransfer.files
              if (!dropped) return
              event.preventDefault()
              void take(dropped)
            }}
          />
        </label>
        {mistakes.length > 0 && <Mistakes id={id} mistakes={mistakes} />}
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <FileButton label="Choose a CSV file" accept=".csv,.tsv,.txt" onFile={take} />
          <output className="min-w-0 wrap-anywhere">{file && `Read from ${file.name}`}</output>
        </div>
      </Form>
      {rest && <GoOn rest={rest} onList={onList} />}
    </>
  )
}

function GoOn({ rest, onList }: { rest: List; onList: TypingProps['onList'] }) {
  const { length } = rest.people
  return (
    <Form
      send={() => onList(rest)}
      className="mt-2"
      isRow
      look="button-quiet"
      submit={`Go on with the ${length} that ${length === 1 ? 'is' : 'are'} right`}
      busyText="Checking"
    />
  )
}

async function readFile(chosen: File) {
  const { name } = chosen
  // A folder that was dropped can't be read either.
  const buffer = await chosen.arrayBuffer().catch(() => null)
  return buffer ? decodeFile({ name, bytes: new Uint8Array(buffer) }) : refuseList('unreadable', name)
}

function readGiven({ text, file }: Given) {
  const list = readList(text, file?.name ?? 'The list')
  const { length } = ('mistakes' in list ? list.rest : list)?.people ?? []
  return length > PEOPLE_AT_ONCE ? refuseList('too_many', String(length)) : list
}

function Mistakes({ id, mistakes }: { id: string; mistakes: Mistake[] }) {
  return (
    <div id={id} className="grid gap-1 rounded-control bg-ember-wash px-3.5 py-3 text-sm wrap-anywhere">
      <p className="font-medium">Correct this before you invite anyone:</p>
      <ul className="grid gap-1">
        {mistakes.map(describeMistake).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

function Invited({ results, onUndo }: { results: InviteResult[]; onUndo: (() => Promise<void>) | null }) {
  return (
    <>
      <InviteResults results={results} when={onUndo ? 'within the minute' : 'after the minute'} />
      {onUndo && (
        <Form send={onUndo} className="mt-6" isRow look="button-quiet" submit="Undo" busyText="Undoing" />
      )}
      <a href="?status=invited" className="mt-6 inline-block text-link">
        See who’s invited
      </a>
    </>
  )
}

function isNew({ outcome }: InviteResult): boolean {
  return outcome === 'invited'
}

async function invite({ people }: List, isTrial: boolean): Promise<InviteResult[]> {
  const given = people.map(({ email, name, company }) => ({ email, name, company }))
  const results = await actions.people.invite.orThrow({ people: given, isTrial })
  const companies = new Map(given.map(({ email, company }) => [email as string, company]))
  return results.map((result) => ({ ...result, company: companies.get(result.email) ?? null }))
}

const nothing: RefusedList = { mistakes: [], rest: null }

const titles = { typing: 'Invite people', checked: 'Check before inviting', invited: 'Invited' }

/** `file` is null for what was typed or pasted. */
interface Given {
  text: string
  file: { name: string; isGuessed: boolean } | null
}

type View =
  | { at: 'typing' }
  | { at: 'checked'; list: List; results: InviteResult[] }
  | { at: 'invited'; results: InviteResult[] }

interface TypingProps {
  given: Given
  onGiven: (given: Given) => void
  onList: (list: List) => Promise<void>
}
