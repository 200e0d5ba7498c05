import { parseAddress } from '#src/shared/people/parse-address.ts'
import type { Email } from '#src/shared/people/person.ts'
import { DAY_MS } from '#src/shared/units.ts'

/**
 * The JSON that a form tool has sent, whatever it is called, or the fields of a form, also with JSON in a field. undefined for
 * everything else, null for an empty body.
 */
export async function decodeSubmission(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<unknown> {
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)) {
    const sent = new Response(bytes, { headers: { 'content-type': contentType } })
    const form = await sent.formData().catch(() => null)
    if (!form) return undefined
    const fields = [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, parseJson(value) ?? value] as const] : [],
    )
    return Object.fromEntries(fields)
  }
  const text = new TextDecoder().decode(bytes).trim()
  return text === '' ? null : parseJson(text)
}

export function isEmptySubmission(submission: unknown): boolean {
  return submission === null || (typeof submission === 'object' && Object.keys(submission).length === 0)
}

/** In milliseconds since 1970. null without a time, or with one that is in the future or older than 90 days. */
export function submittedAt(submission: unknown, now: number): number | null {
  const times = metadataIn(submission, TIMES).map(([, value]) => parseTime(value))
  return times.find((time) => time <= now && time > now - MAX_AGE_MS) ?? null
}

export function submissionIdOf(submission: unknown): string | null {
  const ids = metadataIn(submission, IDS).map(([, value]) => String(value))
  return ids.find((id) => /^[\w:.-]{4,200}$/.test(id)) ?? null
}

/** The field that marks a partial submission, such as 'finished: false', or the event's name; null for a finished one. */
export function partialMarkOf(submission: unknown): string | null {
  const flags = metadataIn(submission, FLAGS)
  if (flags.some(([, value]) => String(value) === 'true')) return null
  const flag = flags.find(([, value]) => String(value) === 'false')
  if (flag) return `${flag[0]}: false`
  const events = metadataIn(submission, EVENTS).map(([, value]) => String(value))
  return events.find((event) => UNFINISHED_EVENT.test(event)) ?? null
}

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

/** undefined for what isn't JSON of an object or a list. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The submission's own entries of these names, and those of what tools wrap one in, but not of its fields; in the names' order. */
function metadataIn(submission: unknown, names: readonly string[]): [name: string, value: unknown][] {
  const entries = Object.entries(isRecord(submission) ? submission : {}).flatMap((entry) => {
    const [name, value] = entry
    const isWrapper = WRAPPERS.includes(simplified(name)) && isRecord(value)
    return [entry, ...(isWrapper ? Object.entries(value) : [])]
  })
  return names.flatMap((name) => entries.filter(([key]) => simplified(key) === name))
}

/** A time without a zone is in UTC. NaN for what isn't a moment, such as a day. */
function parseTime(value: unknown): number {
  const text = String(value)
  if (/^\d{13}$/.test(text)) return Number(text)
  const [, local, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  return local ? Date.parse(local.replace(' ', 'T') + zone) : Number.NaN
}

function addressesIn(text: string): Email[] {
  // Reading an address takes quadratic time.
  if (!text.includes('@') || text.length > MOST_CHARACTERS) return []
  const addresses = text.split(/[,;\n]+/).flatMap((part) => (part.trim() ? parseAddress(part).email : []))
  return addresses.every((email) => email !== null) ? addresses : []
}

function textsIn(value: unknown, field: Field, depth = 0): (Field & { text: string })[] {
  if (typeof value === 'string') return [{ ...field, text: value }]
  if (depth > MOST_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, field, depth + 1))
  if (!isRecord(value)) return []
  const titles = isRecord(value.definition) ? titlesIn(value.definition.fields) : field.titles
  const title = isRecord(value.field) ? titles.get(value.field.id) : undefined
  const labels = [value.label, value.name, title].filter((label) => typeof label === 'string')
  return Object.entries(value).flatMap(([key, each]) => {
    if (OF_THE_FORM.test(key)) return []
    // A field's value, beside its label, is called as the field is.
    const names = OF_A_FIELD.test(key) || key === value.type ? [...field.names, ...labels] : [key]
    return textsIn(each, { names, isHidden: field.isHidden || HIDDEN_FIELDS.test(key), titles }, depth + 1)
  })
}

/** Typeform has the titles of its questions apart from their answers. */
function titlesIn(fields: unknown): Field['titles'] {
  return new Map(Array.isArray(fields) ? fields.filter(isRecord).map(({ id, title }) => [id, title]) : [])
}

// Jotform's name has the question's number.
function isEmail(name: string): boolean {
  return /^(?:your)?email(?:address)?$/.test(simplified(name.replace(/^q\d+_/, '')))
}

function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const WRAPPERS = ['data', 'submission', 'formresponse', 'rawrequest']
/** The first that is there counts: a form can be begun, sent and written down at other times. */
const TIMES = ['submittedat', 'submissiontime', 'submitdate', 'updatedat', 'createdat']
const IDS = ['submissionid', 'responseid', 'token', 'eventid']
const FLAGS = ['finished', 'completed']
const EVENTS = ['event', 'eventtype', 'type']
const UNFINISHED_EVENT = /(?:partial|created|opened|started|saved|updated)$/i
const MAX_AGE_MS = 90 * DAY_MS

/** The options of a question aren't its answer. */
const OF_THE_FORM = /^(?:options|definition)$/
const OF_A_FIELD = /^(?:value|answer|name)$/
const HIDDEN_FIELDS = /^(?:hidden|urlParameters)$/

const MOST_DEPTH = 12
const MOST_ADDRESSES = 10
const MOST_CHARACTERS = 400

interface Field {
  names: readonly string[]
  isHidden: boolean
  titles: ReadonlyMap<unknown, unknown>
}
