import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  decodeSubmission,
  findSenders,
  isEmptySubmission,
  partialMarkOf,
  submissionIdOf,
  submittedAt,
} from '#src/server/due/read-submission.ts'

const KAI = 'kai@example.org'
const ANA = 'ana@example.org'

/** What each tool sends, after its public documentation; docs/forms.md says what to paste there. */
const sentBy = {
  'a script of Airtable or Google': { email: ' Kai@Example.org ' },
  'Airtable’s linked records': { email: [{ id: 'rec1', name: KAI }] },
  'Typeform with a hidden field': {
    form_response: {
      hidden: { email: KAI },
      answers: [{ type: 'email', email: ANA, field: { id: 'f1', type: 'email', ref: 'cofounder' } }],
    },
  },
  'Typeform with two questions of the type Email': {
    event_type: 'form_response',
    form_response: {
      definition: {
        fields: [
          { id: 'f1', title: 'Your co-founder' },
          { id: 'f2', title: 'Your email' },
        ],
      },
      answers: [
        { type: 'text', text: 'Ask press@other.example', field: { id: 'f0', type: 'long_text' } },
        { type: 'email', email: ANA, field: { id: 'f1', type: 'email' } },
        { type: 'email', email: KAI, field: { id: 'f2', type: 'email' } },
      ],
    },
  },
  'a form with a list of people to choose from': {
    fields: [
      { label: 'Who are you?', type: 'text', value: KAI },
      { label: 'Mentor', type: 'DROPDOWN', value: ['a'], options: [{ id: 'a', text: ANA }] },
    ],
  },
  Tally: {
    eventType: 'FORM_RESPONSE',
    data: {
      fields: [
        { key: 'question_b', label: 'Which mentor?', type: 'INPUT_EMAIL', value: ANA },
        { key: 'question_c', label: 'Email', type: 'INPUT_EMAIL', value: KAI },
      ],
    },
  },
  Fillout: {
    submission: {
      questions: [{ id: 'a', name: 'Your mentor', type: 'EmailInput', value: ANA }],
      urlParameters: [{ id: 'email', name: 'email', value: KAI }],
    },
  },
  Formbricks: {
    event: 'responseFinished',
    data: { finished: true, data: { email: KAI, q1: 'A good week' } },
  },
  'a tool that names the contact': { email: 'Kai Kealoha <kai@example.org>' },
  'a tool that writes links': { email: 'mailto:kai@example.org' },
}

test.each(Object.entries(sentBy))('the sender is found in what %s sends', (_, body) => {
  expect(findSenders(body)).toEqual({ emails: [KAI], isSure: true })
  expect(partialMarkOf(body)).toBeNull()
})

/** The script for Google Forms as it stands in docs/forms.md, run with what the form's or the spreadsheet's editor hands over. */
test.each([
  [
    'the form’s editor',
    {
      response: {
        getRespondentEmail: () => KAI,
        getTimestamp: () => new Date('2026-06-11T10:00:00Z'),
        getId: () => 'response-1',
      },
    },
  ],
  [
    'the spreadsheet’s editor',
    { namedValues: { Timestamp: ['6/11/2026 10:00:00'], 'Email Address': [KAI] } },
  ],
])('the script for Google Forms works in %s', (_, event) => {
  const paper = readFileSync(join(import.meta.dirname, '../../docs/forms.md'), 'utf8')
  const [script] = /function tell[\s\S]+?\n {2}\}/.exec(paper) ?? []
  const fetched: { payload: string }[] = []
  const UrlFetchApp = { fetch: (_address: string, options: { payload: string }) => fetched.push(options) }
  runInNewContext(`${script}; tell(event)`, { UrlFetchApp, event })
  expect(findSenders(JSON.parse(fetched[0]?.payload ?? ''))).toEqual({ emails: [KAI], isSure: true })
})

test.each([null, 'kai', { email: 'kai@example' }, { text: `Ask ${KAI}` }])(
  'no sender is found in %j',
  (body) => {
    expect(findSenders(body).emails).toEqual([])
  },
)

test('lists in lists without end have no sender', () => {
  expect(findSenders(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))).emails).toEqual([])
})

test('several addresses in the sender’s field are all senders', () => {
  for (const email of [`${KAI}, ${ANA}`, `${KAI};${ANA}`, `Kai <${KAI}>\n${ANA}`])
    expect(findSenders({ email, mentor: 'pua@example.org' })).toEqual({ emails: [KAI, ANA], isSure: true })
})

test.each([
  ['two that are called email', { creator: { email: KAI }, fields: { Email: ANA } }],
  ['a list in a field of another name', { mentors: `${KAI}, ${ANA}` }],
  ['hidden fields of other names', { hidden: { mentor: KAI }, email: ANA }],
])('the sender isn’t guessed among %s', (_, body) => {
  expect(findSenders(body)).toEqual({ emails: [KAI, ANA], isSure: false })
})

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('file', new File(['x'], 'pua@example.org'))
  return new Response(data)
}
const text = (body: string, type = 'application/json') =>
  new Response(body, { headers: { 'content-type': type } })

test.each([
  [
    'Jotform’s multipart',
    form({ submissionID: '7', rawRequest: `{"q3_email":"${KAI}"}`, pretty: `Email:${KAI}` }),
  ],
  ['Zapier’s urlencoded', text('name=Kai&email=kai%40example.org', 'application/x-www-form-urlencoded')],
  ['JSON that is called text', text(`\uFEFF {"email":"${KAI}"}`, 'text/plain;charset=UTF-8')],
])('a submission is decoded: %s', async (_, sent) => {
  expect(findSenders(await decode(sent))).toEqual({ emails: [KAI], isSure: true })
})

test.each([
  ['XML', text(`<email>${KAI}</email>`, 'application/xml')],
  ['broken JSON', text(`{"email":"${KAI}"`)],
  ['multipart without its boundary', text('--x', 'multipart/form-data')],
])('a submission is unreadable: %s', async (_, sent) => {
  expect(await decode(sent)).toBeUndefined()
})

test.each(['', '{}', '[]'])('the submission "%s" is empty', async (body) => {
  expect(isEmptySubmission(await decode(text(body)))).toBe(true)
})

test.each([
  ['finished: false', { event: 'responseUpdated', data: { finished: false } }],
  ['completed: false', { completed: 'false' }],
  ['form_response_partial', { event_type: 'form_response_partial', form_response: {} }],
  ['form.started', { type: 'form.started' }],
])('%s marks a submission as partial', (by, body) => {
  expect(partialMarkOf({ ...body, email: KAI })).toBe(by)
})

test.each([
  { event: 'responseCreated', data: { finished: true } },
  { event: 'form_submission' },
  { Topic: 'Progress', Status: 'Partial' },
  { fields: [{ type: 'step', finished: false }] },
])('%j is a finished submission', (body) => {
  expect(partialMarkOf(body)).toBeNull()
})

const NOW = Date.parse('2026-06-12T09:00Z')

test.each([
  { form_response: { landed_at: '2026-06-11T09:00:00Z', submitted_at: '2026-06-11T10:00:00Z' } },
  { createdAt: '2026-06-11T09:00:00Z', data: { submittedAt: '2026-06-11T12:00:00.000+02:00' } },
  { submissionTime: '2026-06-11 10:00:00' },
  { rawRequest: { submitDate: '1781172000000' } },
  { submitted_at: '2030-01-01T00:00:00Z', created_at: '2026-06-11T10:00:00Z' },
])('%j has the time when it was sent', (body) => {
  expect(new Date(submittedAt(body, NOW) ?? 0).toISOString()).toBe('2026-06-11T10:00:00.000Z')
})

test.each([
  { createdAt: '2026-06-12T09:00:01Z' },
  { createdAt: '2026-03-01T09:00:00Z' },
  { created_at: '2026-06-11' },
  { fields: { submitted_at: '2026-06-11T10:00:00Z' } },
])('%j has no time in the last 90 days', (body) => {
  expect(submittedAt(body, NOW)).toBeNull()
})

test('a submission’s id isn’t that of its form, webhook or event', () => {
  expect(submissionIdOf({ formId: 'form-1', webhookId: 'hook-1', id: 'any-1' })).toBeNull()
  expect(submissionIdOf({ eventId: 'event-1', data: { responseId: 'response-1' } })).toBe('response-1')
  expect(submissionIdOf({ event_id: 'event-1', form_response: { token: 'token-1' } })).toBe('token-1')
})

async function decode(sent: Response): Promise<unknown> {
  return decodeSubmission(await sent.bytes(), sent.headers.get('content-type') ?? '')
}
