import type { Row } from './list-text.ts'
import { columnsOf, EMAIL, emailColumns, isLikeAddress, OTHER_NAME, type ReadColumn } from './read-columns.ts'

/**
 * A row for each person, where one row has the people of a company: “Founder 1 Name”, “Founder 1 Email”, “Founder 2 Name” and so
 * on. Rows that don't are returned as they are.
 */
export function splitRows(rows: Row[]): Row[] {
  const [heading, ...below] = rows
  if (!heading || heading.cells.some(isLikeAddress)) return rows
  const columns = columnsOf(below, heading)
  const named = columns.filter(({ words }) => EMAIL.test(words))
  const people = peopleBeside(columns, named) ?? peopleBeside(columns, emailColumns(columns, heading))
  if (!people) return rows
  const [first = []] = people
  const shared = columns.filter((column) => !people.flat().includes(column))
  const titles = first.map((_, n) =>
    titleOf(
      people.map((person) => person[n]),
      heading,
    ),
  )
  const sharedTitles = shared.flatMap(({ n }) => heading.cells[n] ?? [])
  return [
    { ...heading, cells: [...titles, ...sharedTitles] },
    ...below.flatMap((row) => {
      const cellsOf = (of: ReadColumn[]) => of.map(({ n }) => row.cells[n] ?? '')
      const present = people.filter((person) => cellsOf(person).some(Boolean))
      const whose = present.length > 0 ? present : [first]
      return whose.map((person) => ({ ...row, cells: cellsOf([...person, ...shared]) }))
    }),
  ]
}

/** The columns of each person, the address first; null when it isn't certain whose names are whose. */
function peopleBeside(columns: ReadColumn[], emails: ReadColumn[]): ReadColumn[][] | null {
  const whose = emails.map(({ words }) => personOf(words))
  // The address of a mentor or of an emergency contact isn't one more founder's.
  if (emails.length < 2 || new Set(whose.map(kindOf)).size > 1) return null
  const people = emails.map((email, at) => {
    const who = whose[at] ?? ''
    const names = columns.filter(
      (column) => !emails.includes(column) && isNameOf(column, who) && !OTHER_NAME.test(column.words),
    )
    // “Name, Email, Name, Email”
    const size = names.length / whose.filter((each) => each === who).length
    const before = whose.slice(0, at).filter((each) => each === who).length
    return [email, ...names.slice(before * size, (before + 1) * size)]
  })
  const size = people[0]?.length ?? 0
  return size > 1 && people.every((person) => person.length === size) ? people : null
}

function isNameOf({ words }: ReadColumn, who: string): boolean {
  return personOf(words) === who && (words === who || words.includes('name'))
}

/** 'founder 1' of 'founder 1 email' and of 'first name founder 1'. */
function personOf(words: string): string {
  return words.replace(FIELD, ' ').replace(/ +/g, ' ').trim()
}

/** '' of 'founder 1' and of 'co founder', 'mentor' of 'mentor 2'. */
function kindOf(who: string): string {
  return who.replace(/\d+/g, ' ').replace(COUNTED, '').replaceAll(' ', '')
}

/** A heading that is read as each of these is. */
function titleOf(columns: (ReadColumn | undefined)[], heading: Row): string {
  const titles = columns.map((column) => heading.cells[column?.n ?? -1]).join(', ')
  return columns.every((column) => column?.words.match(FIELD)) ? titles : `${titles} (Name)`
}

const FIELD = /\be ?mails?(?: address)?\b|\b(?:(?:full|first|last|given|family|fore|sur) ?)?names?\b|\bs\b/g
/** What tells one founder from the next, beside a number. */
const COUNTED = /\b(?:first|second|third|fourth|one|two|three|four|co|cofounder|founder|member|person)\b/g
