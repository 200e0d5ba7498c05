import type { Email } from '#src/shared/people/person.ts'
import { parseAddress } from '#src/shared/people/parse-address.ts'
import { isRecord, simplified } from './submission-metadata.ts'

/**
 * Who sent the submission: the addresses in a hidden field that is called email, or else in one that is hidden or called email, or
 * else the only address there is. `isSure` is false where these are of several people and nothing says which of them has sent it.
 */
export function findSenders(submission: unknown): { emails: Email[]; isSure: boolean } {
  const found = textsIn(submission, { names: [], isHidden: false, titles: new Map() }).flatMap(
    ({ names, isHidden, text }) => {
      const emails = addressesIn(text)
      return emails.length > 0 ? { emails, marks: Number(names.some(isEmail)) + Number(isHidden) } : []
    },
  )
  const marks = Math.max(0, ...found.map((each) => each.marks))
  const best = found.filter((each) => each.marks === marks)
  const emails = [...new Set(best.flatMap((each) => each.emails))].slice(0, MOST_ADDRESSES)
  const isOneField = best.every((each) => each.emails.join() === best[0]?.emails.join())
  return { emails, isSure: emails.length === 1 || (isOneField && marks > 0) }
}

/** 'kai@example.org', 'Kai <kai@example.org>', 'mailto:kai@example.org', or several with commas, semicolons or lines between. */
function addressesIn(text: string): Email[] {
  if (!text.includes('@')) return []
  for (const parts of [[text], text.split(/[,;\n]+/), text.split(/[,;\s]+/)]) {
    const addresses = parts.filter((part) => part.trim()).map(addressIn)
    if (addresses.length > 0 && addresses.every((email) => email !== null)) return addresses
  }
  return []
}

function addressIn(text: string): Email | null {
  // Reading takes quadratic time.
  if (text.length > MOST_CHARACTERS) return null
  return parseAddress(text).email ?? parseAddress(text.replace(/^\s*<|>\s*$/g, '')).email
}

function textsIn(value: unknown, field: Field, depth = 0): (Field & { text: string })[] {
  if (typeof value === 'string') return [{ ...field, text: value }]
  if (depth > MOST_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, field, depth + 1))
  if (!isRecord(value)) return []
  const titles = isRecord(value.definition) ? titlesIn(value.definition.fields) : field.titles
  const labels = [...labelsOf(value), ...(isRecord(value.field) ? labelsOf(value.field, titles) : [])]
  const isHidden = field.isHidden || /hidden/i.test(String(value.type))
  return Object.entries(value).flatMap(([key, each]) => {
    if (OF_THE_FORM.test(key)) return []
    // A list's entries, and the values of a field that has labels beside them, are called as it is.
    const names = OF_A_FIELD.test(key) || key === value.type ? [...field.names, ...labels] : [key]
    return textsIn(
      each,
      { names, isHidden: isHidden || HIDDEN_FIELDS.test(simplified(key)), titles },
      depth + 1,
    )
  })
}

function labelsOf(field: Record<string, unknown>, titles?: ReadonlyMap<unknown, unknown>): string[] {
  const labels = [
    field.label,
    field.title,
    field.name,
    field.question,
    field.ref,
    field.key,
    field.custom_key,
  ]
  return [...labels, titles?.get(field.id)].filter((label) => typeof label === 'string')
}

/** Typeform has the titles of its questions apart from their answers. */
function titlesIn(fields: unknown): Field['titles'] {
  return new Map(Array.isArray(fields) ? fields.filter(isRecord).map(({ id, title }) => [id, title]) : [])
}

function isEmail(name: string): boolean {
  return /^(?:your|my|respond(?:ent|er)s?|user)?email(?:address|adresse)?$/.test(
    simplified(name.replace(/^q\d+_/, '')),
  )
}

/** The options of a question aren't its answer. */
const OF_THE_FORM = /^(?:options|choices|definition)$/
const OF_A_FIELD = /^(?:values?|raw_value|answers?|responses?|text|name)$/
const HIDDEN_FIELDS = /^(?:hidden|hiddenfields|urlparam(?:eter)?s|queryparam(?:eter)?s|prefilled)$/

const MOST_DEPTH = 12
const MOST_ADDRESSES = 10
const MOST_CHARACTERS = 400

interface Field {
  names: readonly string[]
  isHidden: boolean
  titles: ReadonlyMap<unknown, unknown>
}
