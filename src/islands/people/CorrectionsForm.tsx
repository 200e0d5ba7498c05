import { useMemo } from 'react'
import {
  describeCell,
  describeMistake,
  fieldLabel,
  type Mistake,
  type ParsedList,
  type Row,
} from '#src/shared/people/parsed-list.ts'
import { TextButton } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { toastResult } from '#src/ui/toast-result.ts'
import { Form } from '#src/ui/Form.tsx'

export function CorrectionsForm({ list, onEdit, onSubmit }: CorrectionsFormProps) {
  const { rows, mistakes } = list
  // The same arrays at each render, because a field hides the one that it has shown.
  const errors = useMemo(() => fieldErrors(rows, mistakes), [rows, mistakes])
  const correctedRows = (form: HTMLFormElement | null) =>
    applyCorrections(rows, Object.fromEntries(new FormData(form ?? undefined)))
  return (
    <Form
      key={mistakes.map(describeMistake).join()}
      errors={errors}
      onSubmit={(values) => onSubmit(applyCorrections(rows, values as Values))}
      className="mt-5 grid gap-4"
      isCompact
      variant="quiet"
      submitLabel="Check again"
    >
      <h2 className="text-lg">{`${mistakes.length} to correct, or to leave out`}</h2>
      {mistakes.map((mistake) => (
        <MistakeFields
          key={indexOfRow(rows, mistake.row)}
          list={list}
          mistake={mistake}
          onEdit={(form) => onEdit(correctedRows(form))}
          onRemove={(form) => {
            const others = correctedRows(form).filter((_, index) => index !== indexOfRow(rows, mistake.row))
            void toastResult(onSubmit(others), `Removed line ${mistake.line}`)
          }}
        />
      ))}
    </Form>
  )
}

function MistakeFields({ list, mistake, onEdit, onRemove }: MistakeFieldsProps) {
  const { rows, email, names, company, role, groups } = list
  const { code, columns, row, line } = mistake
  const columnsInUse = [email, ...names, ...[company, role, groups].filter((column) => column !== undefined)]
  const rowIndex = indexOfRow(rows, row)
  const cells = row?.cells ?? []
  return (
    <fieldset className="relative flex min-w-0 flex-wrap items-start gap-3 border-b border-line pb-4 *:min-w-0 [&>div]:flex-[1_1_7.5rem] [&>div:first-of-type]:flex-[2_1_12rem] max-sm:[&>div:first-of-type]:basis-full">
      <legend className="mb-2 text-sm text-ink-soft">{`Line ${line}`}</legend>
      {[...new Set([...columnsInUse, ...columns])].map((column) => (
        <Field
          key={column.index}
          name={fieldName(rowIndex, column.index)}
          label={fieldLabel(column)}
          defaultValue={cells[column.index]}
          spellCheck={false}
          onChange={({ target }) => onEdit(target.form)}
        />
      ))}
      {code === 'near_host' && (
        <label className="flex min-h-11 basis-full items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="checkbox size-4.5"
            name={fieldName(rowIndex, CONFIRMED)}
            onChange={({ target }) => onEdit(target.form)}
          />
          <span className="min-w-0 wrap-anywhere">{`${cells[email.index]} is right`}</span>
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
  onEdit: (rows: Row[]) => void
  onSubmit: (rows: Row[]) => Promise<void>
}

interface MistakeFieldsProps {
  list: ParsedList
  mistake: Mistake
  onEdit: (form: HTMLFormElement | null) => void
  onRemove: (form: HTMLFormElement | null) => void
}

function fieldErrors(rows: Row[], mistakes: Mistake[]): Record<string, string[]> {
  const errors = mistakes.flatMap((mistake) =>
    mistake.columns.map(({ index }) => [
      fieldName(indexOfRow(rows, mistake.row), index),
      [describeCell(mistake)],
    ]),
  )
  return Object.fromEntries(errors) as Record<string, string[]>
}

function indexOfRow(rows: Row[], row: Row | undefined): number {
  return row ? rows.indexOf(row) : -1
}

function fieldName(rowIndex: number, column: number | typeof CONFIRMED): string {
  return `${rowIndex} ${column}`
}

function applyCorrections(rows: Row[], values: Values): Row[] {
  const corrected = structuredClone(rows)
  for (const [name, value] of Object.entries(values)) {
    const [rowIndex, column] = name.split(' ')
    const row = corrected[Number(rowIndex)]
    if (!row) continue
    if (column === CONFIRMED) row.isAddressConfirmed = true
    else if (typeof value === 'string') row.cells[Number(column)] = value
  }
  return corrected
}

const CONFIRMED = 'confirmed'

type Values = Record<string, FormDataEntryValue>
