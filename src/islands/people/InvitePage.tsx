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
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { Form } from '#src/ui/Form.tsx'
import { sendInvitations, InvitePreview, changesSomething } from './InvitePreview.tsx'
import { InviteResults, type InviteResult } from './InviteResults.tsx'
import { runPersonAction } from './person.ts'
import { useExpiringList } from './useExpiringList.ts'

export default function InvitePage() {
  const [input, setInput] = useState<ListInput>({ text: '', file: null })
  const [step, setStep] = useState<Step>(FIRST_STEP)
  const [undoable, setUndoable] = useExpiringList<InviteResult>()
  const mistakes = step.kind === 'preview' ? step.list.mistakes.length : 0
  const heading = useRestoreFocus<HTMLHeadingElement>(`${step.kind} ${mistakes} ${undoable.length}`)

  const preview = async (text: string | Row[]) => setStep(await previewStep(text))

  async function previewCorrections(rows: Row[]) {
    await preview(rows)
    setInput({ text: stringify(rows.map(({ cells }) => cells)), file: null })
  }

  function showInvited(results: InviteResult[]) {
    setUndoable(results.filter(({ outcome }) => outcome === 'invited'))
    setStep({ kind: 'invited', results })
  }

  async function undo(results: InviteResult[]) {
    const remaining = await undoInvitations(undoable, results)
    setUndoable([])
    setStep(remaining.some(changesSomething) ? { kind: 'invited', results: remaining } : FIRST_STEP)
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-subheading outline-none lg:text-heading">
        {titles[step.kind]}
      </h1>
      {step.kind === 'input' && (
        <ListForm
          input={input}
          mistake={step.mistake}
          onChange={(changed, mistake) => {
            setInput(changed)
            setStep({ kind: 'input', mistake })
          }}
          onSubmit={() => preview(input.text)}
        />
      )}
      {step.kind === 'preview' && (
        <InvitePreview
          {...step}
          isEncodingGuessed={input.file?.isEncodingGuessed ?? false}
          onCorrect={previewCorrections}
          onInvited={showInvited}
          onCancel={() => setStep(FIRST_STEP)}
        />
      )}
      {step.kind === 'invited' && (
        <InvitedStep
          results={step.results}
          undoableCount={undoable.length}
          onUndo={() => undo(step.results)}
        />
      )}
    </>
  )
}

function ListForm({ input, mistake, onChange, onSubmit }: ListFormProps) {
  const { text, file } = input
  const textarea = useRef<HTMLTextAreaElement>(null)
  const mistakeId = useId()
  useEffect(() => {
    if (mistake) textarea.current?.focus()
  }, [mistake])

  async function loadFile(selected: File) {
    const decoded = await readFile(selected)
    if ('code' in decoded) onChange(input, decoded)
    else {
      const { text, isEncodingGuessed } = decoded
      onChange({ text, file: { name: selected.name, isEncodingGuessed } }, null)
    }
  }

  return (
    <Form onSubmit={onSubmit} className="mt-4 grid gap-4" isCompact submitLabel="Check the list">
      <label className="grid gap-1.5 text-sm font-medium">
        Names and email addresses
        <textarea
          ref={textarea}
          rows={10}
          className="field py-2.5 font-normal"
          placeholder="Paste rows from a spreadsheet, or drop a CSV file here"
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? mistakeId : undefined}
          value={text}
          onChange={({ target }) => onChange({ text: target.value, file: null }, mistake)}
          onDrop={(event) => {
            const [dropped] = event.dataTransfer.files
            if (!dropped) return
            event.preventDefault()
            void loadFile(dropped)
          }}
        />
      </label>
      {mistake && (
        <p id={mistakeId} className="rounded-control bg-danger-wash px-3.5 py-3 text-sm wrap-anywhere">
          {describeMistake(mistake)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <FileButton label="Choose a CSV file" accept=".csv,.tsv,.txt" onFileSelect={loadFile} />
        <output className="min-w-0 wrap-anywhere">{file && `Read from ${file.name}`}</output>
      </div>
    </Form>
  )
}

async function readFile(file: File) {
  const { name } = file
  // It may be a folder that was dropped.
  const buffer = await file.arrayBuffer().catch(() => null)
  return buffer ? decodeFile(name, new Uint8Array(buffer)) : listMistake('unreadable', name)
}

async function previewStep(text: string | Row[]): Promise<Step> {
  const list = parseListWithLimit(text)
  if ('code' in list) return { kind: 'input', mistake: list }
  return { kind: 'preview', list, results: await sendInvitations(list, true) }
}

function parseListWithLimit(text: string | Row[]): ParsedList | Mistake {
  const list = parseList(text)
  const count = 'code' in list ? 0 : list.people.length + list.mistakes.length
  return count > MAX_PEOPLE_PER_REQUEST ? listMistake('too_many', String(count)) : list
}

function InvitedStep({ results, undoableCount, onUndo }: InvitedStepProps) {
  const isAll = undoableCount === results.filter(changesSomething).length
  const undoScope = isAll ? 'this' : `the ${undoableCount} invited, not the others`
  return (
    <>
      <InviteResults results={results} when="after" />
      {undoableCount > 0 && (
        <Form onSubmit={onUndo} className="mt-6" isCompact variant="quiet" submitLabel="Undo">
          <p className="mb-4">{`We’ll email them in a minute. Until then, you can undo ${undoScope}.`}</p>
        </Form>
      )}
      <a href="?status=invited" className="text-link mt-6 inline-block">
        See who’s invited
      </a>
    </>
  )
}

async function undoInvitations(undoable: readonly InviteResult[], results: InviteResult[]) {
  const people = undoable.map(({ id }) => ({ id: id ?? '', status: 'invited' as const }))
  const outcomes = await runPersonAction(people, 'undo')
  const undoneIds = outcomes.flatMap(({ id, outcome }) => (isChanged(outcome) ? id : []))
  return results.filter(({ id }) => id === null || !undoneIds.includes(id))
}

const FIRST_STEP: Step = { kind: 'input', mistake: null }

const titles = { input: 'Invite people', preview: 'Check before inviting', invited: 'Invited' }

interface ListInput {
  text: string
  /** null if the text was typed or pasted. */
  file: { name: string; isEncodingGuessed: boolean } | null
}

type Step =
  | { kind: 'input'; mistake: Mistake | null }
  | { kind: 'preview'; list: ParsedList; results: InviteResult[] }
  | { kind: 'invited'; results: InviteResult[] }

interface InvitedStepProps {
  results: InviteResult[]
  undoableCount: number
  onUndo: () => Promise<void>
}

interface ListFormProps {
  input: ListInput
  mistake: Mistake | null
  onChange: (input: ListInput, mistake: Mistake | null) => void
  onSubmit: () => Promise<void>
}
