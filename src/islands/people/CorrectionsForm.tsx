import { useMemo } from 'react'
import {
  describeMistake,
  fieldLabel,
  type Mistake,
  type ParsedList,
  type Row,
} from '#src/shared/people/parsed-list.ts'
import { Field } from '#src/ui/Field.tsx'
import { Form } from '#src/ui/Form.tsx'

export function CorrectionsForm({ list, onEdit, onSubmit }: CorrectionsFormProps) {
  const { rows, mistakes, email, names, company } = list
  const columnsInUse = [email, ...names, ...(company ? [company] : [])]
  // The same arrays at each render, because a field hides the one that it has shown.
  const errors = useMemo(() => fieldErrors(rows, mistakes), [rows, mistakes])
  return (
    <Form
      key={mistakes.map(describeMistake).join()}
      errors={errors}
      onSubmit={(values) => onSubmit(applyCorrections(rows, values as Record<string, string>))}
      className="mt-5 grid gap-4"
      isCompact
      variant="quiet"
      submitLabel="Check again"
    >
      <h2 className="text-lg">{`${mistakes.length} to correct, or to leave out`}</h2>
      {mistakes.map(({ code, columns, row }) => {
        const rowIndex = indexOfRow(rows, row)
        const cells = row?.cells ?? []
        return (
          <div
            key={rowIndex}
            className="grid items-start gap-3 border-b border-line pb-4 *:min-w-0 sm:grid-cols-[2fr_1fr_1fr_1fr]"
          >
            {[...new Set([...columnsInUse, ...columns])].map((column) => (
              <Field
                key={column.index}
                name={fieldName(rowIndex, column.index)}
                label={fieldLabel(column)}
                defaultValue={cells[column.index]}
                spellCheck={false}
                onChange={onEdit}
              />
            ))}
            {code === 'near_host' && (
              <label className="flex min-h-11 items-center gap-3 text-sm sm:mt-6">
                <input
                  type="checkbox"
                  className="checkbox size-4.5"
                  name={fieldName(rowIndex, CONFIRMED)}
                  onChange={onEdit}
                />
                <span className="min-w-0 wrap-anywhere">{`${cells[email.index]} is right`}</span>
              </label>
            )}
          </div>
        )
      })}
    </Form>
  )
}

interface CorrectionsFormProps {
  list: ParsedList
  onEdit: () => void
  onSubmit: (rows: Row[]) => Promise<void>
}

function fieldErrors(rows: Row[], mistakes: Mistake[]): Record<string, string[]> {
  const errors = mistakes.flatMap((mistake) =>
    mistake.columns.map(({ index }) => [
      fieldName(indexOfRow(rows, mistake.row), index),
      [describeMistake(mistake)],
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

function applyCorrections(rows: Row[], values: Record<string, string>): Row[] {
  const corrected = structuredClone(rows)
  for (const [name, value] of Object.entries(values)) {
    const [rowIndex, column] = name.split(' ')
    const row = corrected[Number(rowIndex)]
    if (!row) continue
    if (column === CONFIRMED) row.isAddressConfirmed = true
    else row.cells[Number(column)] = value
  }
  return corrected
}

const CONFIRMED = 'confirmed'
