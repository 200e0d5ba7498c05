import { refuseList, type List, type Mistake, type MistakeCode, type RefusedList } from './list-text.ts'
import { CompanyForm } from './directory.ts'
import { oneLine, FullName, type Email } from './person.ts'
import { readAddress } from './read-address.ts'
import { labelsOf, readColumns } from './read-columns.ts'
import { readRows } from './read-rows.ts'

/**
 * People from CSV text as spreadsheets write it, or every mistake in it. Each row and column is used or named.
 *
 * @param name what mistakes call the whole list.
 */
export function readList(text: string, name: string): List | RefusedList {
  const rows = readRows(text)
  if ('mistakes' in rows) return rows
  const [first, ...more] = rows
  if (!first) return refuseList('no_people', name)
  const columns = readColumns([first, ...more])
  if ('mistakes' in columns) return columns
  const { people, mistakes, skippedLines } = readPeople(columns)
  if (people.length === 0)
    return mistakes.length > 0 ? { mistakes, rest: null } : refuseList('no_people', name)
  const { email, names, company, ignored } = columns
  if (ignored.length > 0 && names.length === 0 && !people.some((each) => each.name))
    return refuseList('no_name_column', labelsOf(ignored))
  const list: List = {
    people,
    emailColumn: email.label,
    nameColumns: names.map(({ label }) => label),
    companyColumn: company?.label ?? null,
    ignoredColumns: ignored.map(({ label }) => label),
    skippedLines,
  }
  return mistakes.length > 0 ? { mistakes, rest: list } : list
}

function readPeople({
  below,
  email: { n },
  names,
  company: companies,
  headings,
}: Exclude<ReturnType<typeof readColumns>, RefusedList>) {
  const people = new Map<Email, List['people'][number]>()
  const mistakes: Mistake[] = []
  const skippedLines: number[] = []
  for (const { line, cells } of below) {
    const cell = cells[n] ?? ''
    const { email, name: beside } = readAddress(cell)
    const name = oneLine(names.map((column) => cells[column.n] ?? '').join(' ')) || beside
    const company = oneLine((companies && cells[companies.n]) ?? '') || null
    const mistake = (code: MistakeCode, text = cell) => void mistakes.push({ line, code, text })
    const extra = headings === null ? [] : cells.slice(headings).filter(Boolean)
    if (email && extra.some((each) => each !== cell && readAddress(each).email))
      mistake('two_addresses', cells.join(', '))
    else if (extra.length > 0) mistake('extra_cell')
    else if (!cell && !name) skippedLines.push(line)
    else if (!cell) mistake('no_address', name)
    else if (!email) mistake(/\S@[^@]*[\s,;/<]\S*@/.test(cell) ? 'two_addresses' : 'not_address')
    else if (people.has(email)) mistake('repeated', email)
    else if (/\S@\S/.test(name)) mistake('name_has_address', name)
    else if (/[?\ufffd]/.test(name)) mistake('lost_letter', name)
    else if (!FullName.safeParse(name).success) mistake('name_too_long')
    else if (!CompanyForm.shape.company.safeParse(company).success) mistake('company_too_long')
    else people.set(email, { line, email, name: name || null, company })
  }
  return { people: [...people.values()], mistakes, skippedLines }
}
