/** Which columns of a list have the addresses and names, by their headings in the languages that spreadsheets are kept in. */

/** By heading and content, or else by one of them. */
export function emailColumns(columns: Column[]): Column[] {
  const named = columns.filter(({ title }) => EMAIL.test(keyOf(title)) && !ABOUT_EMAIL.test(keyOf(title)))
  const holding = columns.filter(({ hasEmail }) => hasEmail)
  const both = named.filter(({ hasEmail }) => hasEmail)
  return [both, holding, named].find(({ length }) => length > 0) ?? []
}

/** The whole name, or else the first and the last; more than one column of a kind when that is ambiguous. */
export function nameColumns(columns: Column[]): Column[][] {
  const find = (pattern: RegExp) =>
    columns.filter(({ title }) => pattern.test(keyOf(title)) && !OTHER_NAME.test(keyOf(title)))
  const [first, last, whole] = [find(FIRST), find(LAST), find(NAME)]
  const [name] = whole
  const [part] = [...first, ...last]
  if (name && part && (first.length === 0 || last.length === 0)) {
    // “Vorname, Name” and “Name, Surname” share one name.
    const isWhole = name.cells.every((cell, n) => `  ${cell} `.includes(` ${part.cells[n]} `))
    if (!isWhole) return first.length > 0 ? [first, whole] : [whole, last]
  }
  if (name) return [whole]
  if (first.length > 0 && last.length > 0) return [first, last]
  const loose = find(/\b(?:name|nom|nombre|nome|naam|navn|namn)\b/).filter((each) => each !== part)
  const full = loose.filter(({ title }) => /\bfull\b|complet/.test(keyOf(title)))
  if (full.length > 0) return [full]
  return loose.length > 0 ? [loose] : [first, last]
}

export function isHeading(cell: string): boolean {
  return [EMAIL, FIRST, LAST, NAME].some((pattern) => pattern.test(keyOf(cell)))
}

/** In lower case, without accents and punctuation. */
function keyOf(title: string): string {
  const letters = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const EMAIL = /mail|correo|courriel|メール|邮箱/
const ABOUT_EMAIL = /\b(?:display|label|type)\b/
const NAME = /^(?:full ?)?(?:name|nom|nombre|nome|naam|navn|namn|氏名|名前|姓名)(?: complet[eo]?)?$/
const FIRST =
  /\b(?:first|given|fore|f) ?names?\b|\bname first\b|^first$|\b(?:vorname|prenom|voornaam|fornavn|fornamn|imie)\b/
const LAST =
  /\b(?:last|family|l) ?names?\b|\bname last\b|\bsurname\b|^last$|\b(?:nachname|familienname|nom de famille|apellidos?|apelido|sobrenome|cognome|achternaam|efternavn|etternavn|efternamn|nazwisko)\b/
const OTHER_NAME =
  /mail|prefix|suffix|phonetic|yomi|\b(?:azienda|bedrijf|business|company|domain|empresa|entreprise|event|file|firma|maiden|middle|nick|organi[sz]ation|product|project|school|societe|startup|team|ticket|university|unternehmen|user)/

export interface Column {
  n: number
  /** The heading. */
  title: string
  /** As messages name it. */
  label: string
  /** Below the heading. */
  cells: string[]
  hasEmail: boolean
}
