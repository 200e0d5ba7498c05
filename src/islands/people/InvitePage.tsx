import { useEffect, useId, useRef } from 'react'
import { decodeFile } from '#src/shared/people/decode-file.ts'
import { describeMistake, listMistake, type Mistake } from '#src/shared/people/describe-list.ts'
import type { Group } from '#src/shared/people/groups.ts'
import { FileButton } from '#src/ui/FileButton.tsx'
import { Form } from '#src/ui/Form.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { downloadRows } from './download-csv.ts'
import { InvitePreview } from './InvitePreview.tsx'
import type { Programme } from './person.ts'
import { InviteResults } from './InviteResults.tsx'
import {
  changesSomething,
  leftOutRows,
  useInvitation,
  type InvitedStep as InvitedState,
  type ListInput,
  type Step,
} from './useInvitation.ts'

export default function InvitePage({ programme }: { programme: Programme }) {
  const { step, input, undoable, ...invitation } = useInvitation(programme)
  const { groups } = programme
  const mistakes = step.kind === 'preview' ? step.list.mistakes.length : 0
  const heading = useRestoreFocus<HTMLHeadingElement>(`${step.kind} ${mistakes} ${undoable.length}`)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-subheading outline-none lg:text-heading">
        {titleOf(step)}
      </h1>
      {step.kind === 'input' && (
        <ListForm
          input={input}
          mistake={step.mistake}
          onChange={invitation.changeInput}
          onSubmit={invitation.checkText}
        />
      )}
      {step.kind === 'preview' && (
        <InvitePreview
          {...step}
          groups={groups}
          onEdit={invitation.keepCorrections}
          onCorrect={invitation.checkRows}
          onInvited={invitation.showInvited}
          onCancel={invitation.editText}
        />
      )}
      {step.kind === 'invited' && (
        <InvitedStep
          {...step}
          groups={groups}
          undoableCount={undoable.length}
          onUndo={() => invitation.undo(step)}
          onCorrect={() => invitation.checkRows(leftOutRows(step.list))}
        />
      )}
    </>
  )
}

function ListForm({ input, mistake, onChange, onSubmit }: ListFormProps) {
  const { text, fileName } = input
  const textarea = useRef<HTMLTextAreaElement>(null)
  const mistakeId = useId()
  useEffect(() => {
    if (mistake) textarea.current?.focus()
  }, [mistake])

  async function loadFile(selected: File) {
    const decoded = await readFile(selected)
    if (typeof decoded === 'string') onChange({ text: decoded, fileName: selected.name }, null)
    else onChange(input, decoded)
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
          onChange={({ target }) => onChange({ text: target.value, fileName: null }, mistake)}
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
        <output className="min-w-0 wrap-anywhere">{fileName && `Read from ${fileName}`}</output>
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

function InvitedStep({ results, list, groups, undoableCount, onUndo, onCorrect }: InvitedStepProps) {
  const isAll = undoableCount === results.filter(changesSomething).length
  const undoScope = isAll ? 'this' : `the ${undoableCount} invited, not the others`
  return (
    <>
      {undoableCount > 0 && (
        <Form onSubmit={onUndo} className="mt-4" isCompact variant="quiet" submitLabel="Undo">
          <p className="mb-4">{`We’ll email them in a minute. Until then, you can undo ${undoScope}.`}</p>
        </Form>
      )}
      {list.mistakes.length > 0 && <LeftOut list={list} onCorrect={onCorrect} />}
      <InviteResults results={results} groups={groups} isDone />
      <a href="?status=invited" className="text-link mt-6 inline-block">
        See who’s invited
      </a>
    </>
  )
}

function LeftOut({ list, onCorrect }: Pick<InvitedStepProps, 'list' | 'onCorrect'>) {
  return (
    <section className="mt-5">
      <h2 className="text-lg">{`${list.mistakes.length} left out`}</h2>
      <ul className="mt-2 grid gap-x-6 gap-y-1 text-sm wrap-anywhere">
        {list.mistakes.map((mistake) => (
          <li key={mistake.line}>
            {mistake.row?.cells.filter(Boolean).join(', ')}
            <span className="text-ink-soft">{` ${describeMistake(mistake)}`}</span>
          </li>
        ))}
      </ul>
      <Form
        onSubmit={onCorrect}
        className="mt-4"
        isCompact
        submitLabel="Correct them"
        cancelLabel="Download CSV"
        onCancel={() => downloadRows(leftOutRows(list))}
      />
    </section>
  )
}

function titleOf(step: Step): string {
  if (step.kind === 'input') return 'Invite people'
  if (step.kind === 'preview') return 'Check before inviting'
  const countOf = (...outcomes: string[]) =>
    step.results.filter(({ outcome }) => outcomes.includes(outcome)).length
  const counts = {
    invited: countOf('invited', 'invited again'),
    approved: countOf('approved'),
    'left out': step.list.mistakes.length,
  }
  const nonZero = Object.entries(counts).filter(([, count]) => count > 0)
  return nonZero.map(([what, count]) => `${count} ${what}`).join(', ')
}

interface InvitedStepProps extends Omit<InvitedState, 'kind'> {
  groups: readonly Group[]
  undoableCount: number
  onUndo: () => Promise<void>
  onCorrect: () => Promise<void>
}

interface ListFormProps {
  input: ListInput
  mistake: Mistake | null
  onChange: (input: ListInput, mistake: Mistake | null) => void
  onSubmit: () => Promise<void>
}
