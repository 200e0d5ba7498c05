import { DAY_MS } from '#src/shared/units.ts'

/** In milliseconds since 1970. null without a time, or with one that is in the future or older than 90 days. */
export function submittedAt(submission: unknown, now: number): number | null {
  const metadata = metadataIn(submission)
  for (const name of TIMES) {
    for (const [, value] of metadata.filter(([key]) => key === name)) {
      const time = parseTime(Array.isArray(value) ? value[0] : value)
      if (time <= now && time > now - MAX_AGE_MS) return time
    }
  }
  return null
}

export function submissionIdOf(submission: unknown): string | null {
  const metadata = metadataIn(submission)
  const ids = IDS.flatMap((name) => metadata.filter(([key]) => key === name).map(([, value]) => value))
  return ids.map(String).find((id) => /^[\w:.-]{4,200}$/.test(id)) ?? null
}

/** The field that marks a partial submission, such as 'finished: false', or the event's name; null for a finished one. */
export function partialMarkOf(submission: unknown): string | null {
  const metadata = metadataIn(submission).filter(([, , , isQuestion]) => !isQuestion)
  const flags = metadata.filter(([key]) => FINISHED.test(key))
  if (flags.some(([, value]) => isTrue(value))) return null
  const flag = flags.find(([, value]) => isFalse(value))
  if (flag) return `${flag[2]}: false`
  if (metadata.some(([key, value]) => /^(?:is)?partial$/.test(key) && isTrue(value))) return 'partial: true'
  const isSubmitted = metadata.some(([key, value]) => SUBMITTED.test(key) && Boolean(value))
  for (const [key, value] of metadata) {
    if (typeof value !== 'string' || !/^[\w.:/-]{1,60}$/.test(value)) continue
    if (EVENT.test(key) && (UNFINISHED_EVENT.test(value) || (CREATED_EVENT.test(value) && !isSubmitted)))
      return value
    if (STATUS.test(key) && UNFINISHED_STATUS.test(value)) return value
  }
  return null
}

export function isTestSubmission(submission: unknown): boolean {
  if (submission === null || (typeof submission === 'object' && Object.keys(submission).length === 0))
    return true
  return metadataIn(submission).some(
    ([key, value]) =>
      (key === 'test' && isTrue(value)) ||
      (EVENT.test(key) && /(?:^|[\W_])(?:test|ping)$/i.test(String(value))),
  )
}

/** Keys and values of the submission and of what tools wrap one in, but not of its fields. */
function metadataIn(value: unknown, within: readonly string[] = []): MetadataEntry[] {
  if (Array.isArray(value))
    return within.length === 0 ? value.flatMap((each) => metadataIn(each, ['list'])) : []
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const key = simplified(name)
    const inner = WRAPPER.test(key) && !within.includes(key) ? metadataIn(each, [...within, key]) : []
    // A heading's 'Status' and 'Topic' are what was answered. Cognito's own metadata has such names, too.
    const isQuestion = /^\p{Lu}/u.test(name) && !within.includes('entry')
    return [[key, each, name, isQuestion] as const, ...inner]
  })
}

/** A time without a zone is in UTC. NaN for what isn't a moment, such as a day. */
function parseTime(value: unknown): number {
  const text = String(value)
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  const [, local, zone] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  if (!local) return /^[A-Z][a-z]{2}, .*(?:GMT|UTC|[+-]\d{4})$/.test(text) ? Date.parse(text) : Number.NaN
  return Date.parse(local.replace(' ', 'T') + (zone?.startsWith('U') ? 'Z' : (zone ?? 'Z')))
}

/** 'submitted_at' and 'submittedAt' are one name. */
export function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type MetadataEntry = readonly [key: string, value: unknown, name: string, isQuestion: boolean]

const isTrue = (value: unknown) => /^(?:true|1)$/i.test(String(value))
const isFalse = (value: unknown) => /^(?:false|0)$/i.test(String(value))

const MAX_AGE_MS = 90 * DAY_MS

const WRAPPER =
  /^(?:data|body|payload|event|submission|response|formresponse|entry|answer|rawrequest|namedvalues|metadata|session)$/
/** The first that is there counts: a form can be begun, received and written down at other times. */
const TIMES = [
  'submittedat',
  'submissiontime',
  'submissiondate',
  'submitdate',
  'submitted',
  'datesubmitted',
  'completedat',
  'finishedat',
  'updatedat',
  'receivedat',
  'createdat',
  'created',
  'createdtime',
  'timestamp',
  'eventtime',
]
const IDS = ['submissionid', 'responseid', 'entryid', 'token', 'answerid', 'eventid']
const FINISHED = /^(?:(?:is|form)?(?:finished|completed?|submitted))$/
const SUBMITTED = /^(?:submi(?:tted|ssion)|completed|finished)(?:at|on|time|date)$/
const EVENT = /^(?:(?:webhook)?event(?:type|name)?|type|trigger(?:type|event)?|topic)$/
const STATUS = /^(?:(?:submission|response|completion)?(?:status|state))$/
const UNFINISHED_EVENT =
  /(?:opened|viewed|started|saved|updated|partial|progress|step|draft|abandoned|incomplete|deleted)$/i
const CREATED_EVENT = /(?:response|submission|session|answer|form)[\W_]?created$/i
const UNFINISHED_STATUS = /^(?:partial|in[\W_]?progress|incomplete|unfinished|abandoned)$/i
