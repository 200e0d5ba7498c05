import { editDistance } from '../edit-distance.ts'
import { Company } from './directory.ts'
import {
  type Column,
  labelsOf,
  type List,
  type Mistake,
  type MistakeCode,
  refuseList,
  type Row,
} from './list-text.ts'
import { oneLine, FullName, type Email } from './person.ts'
import { readAddress } from './read-address.ts'
import { type Columns, readColumns } from './read-columns.ts'
import { readRows } from './read-rows.ts'
import { splitRows } from './split-rows.ts'

/**
 * People from CSV text as spreadsheets write it, or from such rows, and every mistake in it. Each row and column is used or
 * named.
 */
export function readList(given: string | Row[]): List | Mistake {
  const read = typeof given === 'string' ? readRows(given) : given
  if ('code' in read) return read
  const rows = splitRows(read)
  const [first, ...more] = rows
  if (!first) return refuseList('no_people')
  const columns = readColumns([first, ...more])
  if ('code' in columns) return columns
  const list = { rows, ...columns, ...readPeople(columns) }
  const { people, mistakes, names, ignored } = list
  if (people.length + mistakes.length === 0) return refuseList('no_people')
  if (ignored.length > 0 && names.length === 0 && people.length > 0 && !people.some((each) => each.name))
    return refuseList('no_name_column', labelsOf(ignored))
  return list
}

function readPeople({ below, email: emails, names, company: companies, ignored, headings }: Columns) {
  const people = new Map<Email, List['people'][number]>()
  const mistakes: Mistake[] = []
  const skippedLines: number[] = []
  for (const row of below) {
    const { line, cells, isRight } = row
    const cell = cells[emails.n] ?? ''
    const { email, name: beside } = readAddress(cell)
    const typed = oneLine(names.map((column) => cells[column.n] ?? '').join(' '))
    const name = typed || beside
    const company = oneLine((companies && cells[companies.n]) ?? '') || null
    const mistake = (code: MistakeCode, text = cell, columns: Column[] = [emails]) =>
      void mistakes.push({ line, code, text, columns, row })
    const inName = typed ? names : [emails]
    const extra = ignored.filter((column) => column.n >= headings && cells[column.n])
    if (email && extra.some((column) => cells[column.n] !== cell && readAddress(cells[column.n] ?? '').email))
      mistake('two_addresses', cells.join(', '), extra)
    else if (extra.length > 0) mistake('extra_cell', cell, extra)
    else if (!cell && !name) skippedLines.push(line)
    else if (!cell) mistake('no_address', name)
    else if (!email) mistake(/\S@[^@]*[\s,;/<]\S*@/.test(cell) ? 'two_addresses' : 'not_address')
    else if (people.has(email)) mistake('repeated', email)
    else if (!isRight && mailHostMeant(email)) mistake('near_host', mailHostMeant(email))
    else if (/\S@\S/.test(name)) mistake('name_has_address', name, inName)
    else if (/[?\ufffd]/.test(name) || DECODED_TWICE.test(name)) mistake('lost_letter', name, inName)
    else if (!FullName.safeParse(name).success) mistake('name_too_long', name, inName)
    else if (companies && !Company.safeParse(company).success) mistake('company_too_long', cell, [companies])
    else people.set(email, { line, email, name: name || null, company })
  }
  return { people: [...people.values()], mistakes, skippedLines }
}

/** UTF-8 that a spreadsheet has read as Windows-1252 and saved again: 'RenÃ©' for 'René', 'Å‚ukasz' for 'łukasz'. */
const DECODED_TWICE = /[ÂÃÄÅÊ][\u0080-\u00a9\u00ab-\u00b9\u00bb-\u00bf€‚ƒ„…†‡ˆ‰‹•˜™›]|â€/

/** 'kai@gmail.com' for 'kai@gmial.com'. A slip is rarely in the first letter, and ymail.com, mail.com and email.com are right. */
function mailHostMeant(email: Email): string | undefined {
  const [local, host = ''] = email.split('@')
  const meant = MAIL_HOSTS.find((known) => known.startsWith(host.charAt(0)) && editDistance(host, known) <= 1)
  return meant && meant !== host ? `${local}@${meant}` : undefined
}

const MAIL_HOSTS = ['gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com']
