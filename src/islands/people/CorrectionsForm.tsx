import { useEffect, useMemo, useRef } from 'react'
import {
  describeCell,
  labelledColumns,
  type Mistake,
  type ParsedList,
  type Row,
} from '#src/shared/people/describe-list.ts'
import { TextButton } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Form } from '#src/ui/Form.tsx'
import { toastResult } from '#src/ui/toast-result.ts'

export function CorrectionsForm({ list, isEdited, onEdit, onSubmit }: CorrectionsFormProps) {
  const { rows, mistakes } = list
  // The same arrays at each render, because a field hides the one that it has shown.
  const errors = useMemo(
    () =>
      Object.fromEntries(
        mistakes.flatMap((mistake) =>
          mistake.columns.map(({ index }) => [fieldName(mistake.line, index), [describeCell(mistake)]]),
        ),
      ),
    [mistakes],
  )
  // After the effect of the form, which focuses the first mistake.
  const nextLine = useRef<number | null>(null)
  useEffect(() => {
    document.querySelector<HTMLElement>(`[aria-invalid][name^="${nextLine.current} "]`)?.focus()
    nextLine.current = null
  }, [mistakes])
  // Also while their checks wait for an answer.
  const removedLines = useRef(new Set<number | null>())
  const correctRows = (values: Values) =>
    applyCorrections(rows, values).filter(({ line }) => !removedLines.current.has(line))
  const correctedRows = (form: HTMLFormElement | null) =>
    correctRows(Object.fromEntries(new FormData(form ?? undefined)))
  const remove = async (line: number | null, form: HTMLFormElement | null) => {
    removedLines.current.add(line)
    const isRemoved = await toastResult(onSubmit(correctedRows(form)), `Removed line ${line}`)
    if (!isRemoved) removedLines.current.delete(line)
  }
  return (
    <Form
      key={JSON.stringify(errors)}
      errors={errors}
      onSubmit={(values) => onSubmit(correctRows(values as Values))}
      className="mt-5 grid gap-4"
      isCompact
      variant={isEdited ? 'primary' : 'quiet'}
      submitLabel="Check again"
    >
      <h2 className="text-lg">{`${mistakes.length} to correct, or to leave out`}</h2>
      {mistakes.map((mistake, index) => (
        <MistakeFields
          key={mistake.line}
          list={list}
          mistake={mistake}
          onEdit={(form) => onEdit(correctedRows(form))}
          onRemove={(form) => {
            nextLine.current = (mistakes[index + 1] ?? mistakes[index - 1])?.line ?? null
            void remove(mistake.line, form)
          }}
        />
      ))}
    </Form>
  )
}

function MistakeFields({ list, mistake, onEdit, onRemove }: MistakeFieldsProps) {
  const { code, columns, row, line } = mistake
  const wrongCell = row?.cells[columns[0]?.index ?? -1]
  return (
    <fieldset className="relative flex min-w-0 flex-wrap items-start gap-3 border-b border-line pb-4 *:min-w-0 [&>div]:flex-[1_1_7.5rem] [&>div:first-of-type]:flex-[2_1_12rem] max-sm:[&>div:first-of-type]:basis-full">
      <legend className="mb-2 text-sm text-ink-soft">{`Line ${line}`}</legend>
      {labelledColumns(list, mistake).map(({ index, label }) => (
        <Field
          key={index}
          name={fieldName(line, index)}
          label={label}
          defaultValue={row?.cells[index]}
          spellCheck={false}
          onChange={({ target }) => onEdit(target.form)}
        />
      ))}
      {(code === 'near_host' || code === 'near_role') && (
        <label className="flex min-h-11 basis-full items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="checkbox size-4.5"
            name={fieldName(line, CONFIRMED)}
            value={wrongCell}
            onChange={({ target }) => onEdit(target.form)}
          />
          <span className="min-w-0 wrap-anywhere">{`${wrongCell} is right`}</span>
        </label>
      )}
      <TextButton
        className="text-link absolute -top-10 right-0 min-h-11 text-sm"
        onClick={({ currentTarget }) => onRemove(currentTarget.form)}
      >
        Remove
        <span className="sr-only">{` line ${line}`}</span>
      </TextButton>
    </fieldset>
  )
}

interface CorrectionsFormProps {
  list: ParsedList
  isEdited: boolean
  onEdit: (rows: Row[]) => void
  onSubmit: (rows: Row[]) => Promise<void>
}

interface MistakeFieldsProps {
  list: ParsedList
  mistake: Mistake
  onEdit: (form: HTMLFormElement | null) => void
  onRemove: (form: HTMLFormElement | null) => void
}

function fieldName(line: number | null, column: number | typeof CONFIRMED): string {
  return `${line} ${column}`
}

function applyCorrections(rows: Row[], values: Values): Row[] {
  const corrected = structuredClone(rows)
  for (const [name, value] of Object.entries(values)) {
    const [line, column] = name.split(' ')
    const row = corrected.find((each) => each.line === Number(line))
    if (!row) continue
    if (typeof value !== 'string') continue
    if (column === CONFIRMED) row.confirmed = [...(row.confirmed ?? []), value]
    else row.cells[Number(column)] = value
  }
  return corrected
}

const CONFIRMED = 'confirmed'

type Values = Record<string, FormDataEntryValue>
