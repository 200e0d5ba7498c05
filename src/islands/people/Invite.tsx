import { stringify } from 'csv-stringify/browser/esm/sync'
import { useEffect, useId, useRef, useState } from 'react'
import { decodeFile } from '#src/shared/people/decode-file.ts'
import {
  describeMistake,
  listMistake,
  type ParsedList,
  type Mistake,
  type Row,
} from '#src/shared/people/parsed-list.ts'
import { isChanged } from '#src/shared/people/notices.ts'
import { MAX_PEOPLE_PER_REQUEST } from '#src/shared/people/people.ts'
import { parseList } from '#src/shared/people/parse-list.ts'
import { FileButton } from '#src/ui/FileButton.tsx'
import { useFocusAfter } from '#src/ui/Section.tsx'
import { Form } from '#src/ui/Form.tsx'
import { invite, InviteCheck, isChange } from './InviteCheck.tsx'
import { InviteResults, type InviteResult } from './InviteResults.tsx'
import { actOn } from './person.ts'
import { useUndoWindow } from './useUndoWindow.ts'

/** Invites the people of a pasted list or a file, after saying what was read, what is wrong, and what would happen to each. */
export default function Invite() {
  const [given, setGiven] = useState<Given>({ text: '', file: null })
  const [view, show] = useState<Step>(typing)
  const [undoable, setUndoable] = useUndoWindow<InviteResult>()
  const mistakes = view.at === 'checked' ? view.list.mistakes.length : 0
  const heading = useFocusAfter<HTMLHeadingElement>(`${view.at} ${mistakes} ${undoable.length}`)

  async function check(text: string | Row[]) {
    const list = readPeople(text)
    if ('code' in list) show({ at: 'typing', refusal: list })
    else show({ at: 'checked', list, results: await invite(list, true) })
  }

  async function checkCorrected(rows: Row[]) {
    await check(rows)
    setGiven({ text: stringify(rows.map(({ cells }) => cells)), file: null })
  }

  function showInvited(results: InviteResult[]) {
    setUndoable(results.filter(({ outcome }) => outcome === 'invited'))
    show({ at: 'invited', results })
  }

  async function undo(results: InviteResult[]) {
    const rest = await takeBack(undoable, results)
    setUndoable([])
    show(rest.some(isChange) ? { at: 'invited', results: rest } : typing)
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-subheading outline-none lg:text-heading">
        {titles[view.at]}
      </h1>
      {view.at === 'typing' && (
        <Typing
          given={given}
          refusal={view.refusal}
          onGiven={(now, refusal) => {
            setGiven(now)
            show({ at: 'typing', refusal })
          }}
          onCheck={() => check(given.text)}
        />
      )}
      {view.at === 'checked' && (
        <InviteCheck
          {...view}
          isGuessed={given.file?.isGuessed ?? false}
          onCorrected={checkCorrected}
          onInvited={showInvited}
          onCancel={() => show(typing)}
        />
      )}
      {view.at === 'invited' && (
        <Invited results={view.results} undoable={undoable.length} onUndo={() => undo(view.results)} />
      )}
    </>
  )
}

/** Why nothing of the list can be read stays below it while that is corrected. */
function Typing({ given, refusal, onGiven, onCheck }: TypingProps) {
  const { text, file } = given
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (refusal) field.current?.focus()
  }, [refusal])

  async function take(chosen: File) {
    const read = await readFile(chosen)
    if ('code' in read) onGiven(given, read)
    else onGiven({ text: read.text, file: { name: chosen.name, isGuessed: read.isEncodingGuessed } }, null)
  }

  return (
    <Form send={onCheck} className="mt-4 grid gap-4" isRow submit="Check the list">
      <label className="grid gap-1.5 text-sm font-medium">
        Names and email addresses
        <textarea
          ref={field}
          rows={10}
          className="field py-2.5 font-normal"
          placeholder="Paste rows from a spreadsheet, or drop a CSV file here"
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? id : undefined}
          value={text}
          onChange={({ target }) => onGiven({ text: target.value, file: null }, refusal)}
          onDrop={(event) => {
            const [dropped] = event.dataTransfer.files
            if (!dropped) return
            event.preventDefault()
            void take(dropped)
          }}
        />
      </label>
      {refusal && (
        <p id={id} className="rounded-control bg-danger-wash px-3.5 py-3 text-sm wrap-anywhere">
          {describeMistake(refusal)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <FileButton label="Choose a CSV file" accept=".csv,.tsv,.txt" onFile={take} />
        <output className="min-w-0 wrap-anywhere">{file && `Read from ${file.name}`}</output>
      </div>
    </Form>
  )
}

async function readFile(chosen: File) {
  const { name } = chosen
  // A folder that was dropped can't be read either.
  const buffer = await chosen.arrayBuffer().catch(() => null)
  return buffer ? decodeFile(name, new Uint8Array(buffer)) : listMistake('unreadable', name)
}

function readPeople(text: string | Row[]): ParsedList | Mistake {
  const list = parseList(text)
  const count = 'code' in list ? 0 : list.people.length + list.mistakes.length
  return count > MAX_PEOPLE_PER_REQUEST ? listMistake('too_many', String(count)) : list
}

/** Only invitations of new people can be undone. */
function Invited({ results, undoable, onUndo }: InvitedProps) {
  const isAll = undoable === results.filter(isChange).length
  const which = isAll ? 'this' : `the ${undoable} invited, not the others`
  return (
    <>
      <InviteResults results={results} when="after" />
      {undoable > 0 && (
        <Form send={onUndo} className="mt-6" isRow variant="quiet" submit="Undo">
          <p className="mb-4">{`We’ll email them in a minute. Until then, you can undo ${which}.`}</p>
        </Form>
      )}
      <a href="?status=invited" className="text-link mt-6 inline-block">
        See who’s invited
      </a>
    </>
  )
}

/** Undoes invitations. Returns what stays. */
async function takeBack(undoable: readonly InviteResult[], results: InviteResult[]) {
  const people = undoable.map(({ id }) => ({ id: id ?? '', status: 'invited' as const }))
  const outcomes = await actOn(people, 'undo')
  const undone = outcomes.flatMap(({ id, outcome }) => (isChanged(outcome) ? id : []))
  return results.filter(({ id }) => id === null || !undone.includes(id))
}

const typing: Step = { at: 'typing', refusal: null }

const titles = { typing: 'Invite people', checked: 'Check before inviting', invited: 'Invited' }

/** `file` is null for what was typed or pasted. */
interface Given {
  text: string
  file: { name: string; isGuessed: boolean } | null
}

type Step =
  | { at: 'typing'; refusal: Mistake | null }
  | { at: 'checked'; list: ParsedList; results: InviteResult[] }
  | { at: 'invited'; results: InviteResult[] }

interface InvitedProps {
  results: InviteResult[]
  undoable: number
  onUndo: () => Promise<void>
}

interface TypingProps {
  given: Given
  refusal: Mistake | null
  onGiven: (given: Given, refusal: Mistake | null) => void
  onCheck: () => Promise<void>
}
