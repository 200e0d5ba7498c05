import type { Row } from './parsed-list.ts'
import {
  nonEmptyColumns,
  EMAIL_HEADING,
  findEmailColumns,
  looksLikeAddress,
  NOT_A_PERSONS_NAME,
  type ColumnWithCells,
} from './detect-columns.ts'

/**
 * A row for each person, where one row has the people of a company: “Founder 1 Name”, “Founder 1 Email”, “Founder 2 Name” and so
 * on. Rows that don't are returned as they are.
 */
export function splitRowsByPerson(rows: Row[]): Row[] {
  const [headingRow, ...dataRows] = rows
  if (!headingRow || headingRow.cells.some(looksLikeAddress)) return rows
  const columns = nonEmptyColumns(dataRows, headingRow)
  const named = columns.filter(({ heading }) => EMAIL_HEADING.test(heading))
  const people =
    groupColumnsByPerson(columns, named) ??
    groupColumnsByPerson(columns, findEmailColumns(columns, headingRow))
  if (!people) return rows
  const [first = []] = people
  const shared = columns.filter((column) => !people.flat().includes(column))
  const titles = first.map((_, n) =>
    combinedHeading(
      people.map((person) => person[n]),
      headingRow,
    ),
  )
  const sharedTitles = shared.flatMap(({ index }) => headingRow.cells[index] ?? [])
  return [
    { ...headingRow, cells: [...titles, ...sharedTitles] },
    ...dataRows.flatMap((row) => {
      const cellsOf = (some: ColumnWithCells[]) => some.map(({ index }) => row.cells[index] ?? '')
      const filled = people.filter((person) => cellsOf(person).some(Boolean))
      const peopleOrFirst = filled.length > 0 ? filled : [first]
      return peopleOrFirst.map((person) => ({ ...row, cells: cellsOf([...person, ...shared]) }))
    }),
  ]
}

/** The columns of each person, the address first; null when it isn't certain whose names are whose. */
function groupColumnsByPerson(
  columns: ColumnWithCells[],
  emails: ColumnWithCells[],
): ColumnWithCells[][] | null {
  const personKeys = emails.map(({ heading }) => personKey(heading))
  // The address of a mentor or of an emergency contact isn't one more founder's.
  if (emails.length < 2 || new Set(personKeys.map(personRole)).size > 1) return null
  const people = emails.map((email, position) => {
    const key = personKeys[position] ?? ''
    const names = columns.filter(
      (column) =>
        !emails.includes(column) && isNameColumnOf(column, key) && !NOT_A_PERSONS_NAME.test(column.heading),
    )
    // “Name, Email, Name, Email”
    const size = names.length / personKeys.filter((each) => each === key).length
    const before = personKeys.slice(0, position).filter((each) => each === key).length
    return [email, ...names.slice(before * size, (before + 1) * size)]
  })
  const size = people[0]?.length ?? 0
  return size > 1 && people.every((person) => person.length === size) ? people : null
}

function isNameColumnOf({ heading }: ColumnWithCells, key: string): boolean {
  return personKey(heading) === key && (heading === key || heading.includes('name'))
}

/** 'founder 1' of 'founder 1 email' and of 'first name founder 1'. */
function personKey(heading: string): string {
  return heading.replace(FIELD_NAME, ' ').replace(/ +/g, ' ').trim()
}

/** '' of 'founder 1' and of 'co founder', 'mentor' of 'mentor 2'. */
function personRole(key: string): string {
  return key.replace(/\d+/g, ' ').replace(FOUNDER_OR_NUMBER, '').replaceAll(' ', '')
}

function combinedHeading(columns: (ColumnWithCells | undefined)[], headingRow: Row): string {
  const titles = columns.map((column) => headingRow.cells[column?.index ?? -1]).join(', ')
  return columns.every((column) => column?.heading.match(FIELD_NAME)) ? titles : `${titles} (Name)`
}

const FIELD_NAME =
  /\be ?mails?(?: address)?\b|\b(?:(?:full|first|last|given|family|fore|sur) ?)?names?\b|\bs\b/g
/** What tells one founder from the next, beside a number. */
const FOUNDER_OR_NUMBER =
  /\b(?:first|second|third|fourth|one|two|three|four|co|cofounder|founder|member|person)\b/g
