import { useMemo } from 'react'
import {
  describeMistake,
  fieldLabel,
  type ParsedList,
  type Mistake,
  type Row,
} from '#src/shared/people/parsed-list.ts'
import { Form } from '#src/ui/Form.tsx'
import { Field, Problems } from '#src/ui/Field.tsx'

/** The lines with a mistake, to be corrected. What stays wrong is left out. */
export function CorrectionsForm({ list, onTyped, onCorrected }: CorrectionsFormProps) {
  const { rows, mistakes, email, names, company } = list
  const used = [email, ...names, ...(company ? [company] : [])]
  // The same at each render, because a field hides its problem while it is this one.
  const problems = useMemo(
    () => mistakes.map((mistake) => problemsOf(mistake, rowOf(rows, mistake))),
    [rows, mistakes],
  )
  return (
    <Form
      key={mistakes.map(describeMistake).join()}
      send={(typed) => onCorrected(correct(rows, typed as Record<string, string>))}
      className="mt-5 grid gap-4"
      isRow
      variant="quiet"
      submit="Check again"
    >
      <h2 className="text-lg">{`${mistakes.length} to correct, or to leave out`}</h2>
      {mistakes.map((mistake, at) => {
        const { columns, code } = mistake
        const row = rowOf(rows, mistake)
        const cells = mistake.row?.cells ?? []
        return (
          <div
            key={row}
            className="grid items-start gap-3 border-b border-line pb-4 *:min-w-0 sm:grid-cols-[2fr_1fr_1fr_1fr]"
          >
            <Problems value={problems[at] ?? {}}>
              {[...new Set([...used, ...columns])].map((column) => (
                <Field
                  key={column.index}
                  name={`${row} ${column.index}`}
                  label={fieldLabel(column)}
                  defaultValue={cells[column.index]}
                  spellCheck={false}
                  onChange={onTyped}
                />
              ))}
            </Problems>
            {code === 'near_host' && (
              <label className="flex min-h-11 items-center gap-3 text-sm sm:mt-6">
                <input
                  type="checkbox"
                  className="checkbox size-4.5"
                  name={`${row} ${RIGHT}`}
                  onChange={onTyped}
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
  onTyped: () => void
  onCorrected: (rows: Row[]) => Promise<void>
}

function problemsOf(mistake: Mistake, row: number): Partial<Record<string, string[]>> {
  return Object.fromEntries(
    mistake.columns.map(({ index: n }) => [`${row} ${n}`, [describeMistake(mistake)]]),
  )
}

function rowOf(rows: Row[], { row }: Mistake): number {
  return row ? rows.indexOf(row) : -1
}

/** Each field is named by its row and column. */
function correct(rows: Row[], typed: Record<string, string>): Row[] {
  const corrected = structuredClone(rows)
  for (const [field, cell] of Object.entries(typed)) {
    const [at, column] = field.split(' ')
    const row = corrected[Number(at)]
    if (!row) continue
    if (column === RIGHT) row.isAddressConfirmed = true
    else row.cells[Number(column)] = cell
  }
  return corrected
}

/** In place of a column: what says that an address with an unusual host is right. */
const RIGHT = 'right'
