import { readCount } from './arguments.ts'
import { count } from './report.ts'
import type { Input, Options } from './verb.ts'

/** For verbs that list more people than a screen holds. */
const PER_PAGE = 50
const EVERYBODY = 2_000_000_000

export const pageOptions = {
  page: { value: 'N', about: 'this page' },
  'per-page': { value: 'N', about: `so many a page, if not ${PER_PAGE}` },
} satisfies Options

/** What goes into a program should not end at a page. */
export function readPage(input: Input): Page {
  const otherwise = input.format === 'text' || input.value('page') ? PER_PAGE : EVERYBODY
  return { page: readCount(input, 'page', 1), perPage: readCount(input, 'per-page', otherwise) }
}

/** How many there are and what shows the next of them; nothing where they are all on one page. */
export function turnPage(
  verb: string,
  first: Paged | undefined,
  { page, perPage }: Page,
  are: string,
): string[] {
  if (!first || first.pages <= 1) return []
  const where = `Page ${page} of ${first.pages}; ${count(first.inAll, 'member')} ${are}.`
  const as = perPage === PER_PAGE ? '' : ` --per-page ${perPage}`
  return [page < first.pages ? `${where} Next: npm run admin -- ${verb} --page ${page + 1}${as}` : where]
}

export interface Page {
  page: number
  perPage: number
}

export interface Paged {
  pages: number
  inAll: number
}
