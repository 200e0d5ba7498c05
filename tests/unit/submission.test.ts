import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { decodeSubmission } from '#src/server/due/decode-submission.ts'
import {
  isTestSubmission,
  partialMarkOf,
  submissionIdOf,
  submittedAt,
} from '#src/server/due/submission-metadata.ts'
import { findSenders } from '#src/server/due/submission-sender.ts'

const KAI = 'kai@example.org'
const ANA = 'ana@example.org'

/** What each tool sends, after its public documentation; docs/forms.md says what to paste there. */
const sentBy = {
  'a script of Airtable or Google': { email: ' Kai@Example.org ' },
  'Airtable’s linked records': { email: [{ id: 'rec1', name: KAI }] },
  Typeform: {
    event_type: 'form_response',
    form_response: {
      definition: { fields: [{ id: 'f1', title: 'Your email', type: 'email' }] },
      answers: [
        { type: 'text', text: 'Ask press@other.example', field: { id: 'f0', type: 'long_text' } },
        { type: 'email', email: KAI, field: { id: 'f1', type: 'email' } },
      ],
    },
  },
  'Typeform with a hidden field': {
    form_response: {
      hidden: { email: KAI },
      answers: [{ type: 'email', email: ANA, field: { id: 'f1', type: 'email', ref: 'cofounder' } }],
    },
  },
  'Typeform with two questions of the type Email': {
    form_response: {
      definition: {
        fields: [
          { id: 'f1', title: 'Your co-founder' },
          { id: 'f2', title: 'Email' },
        ],
      },
      answers: [
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
        { key: 'question_a', label: 'How was your week?', type: 'TEXTAREA', value: 'Mail me: x@y.example' },
        { key: 'question_b', label: 'Which mentor?', type: 'INPUT_EMAIL', value: ANA },
        { key: 'question_c', label: 'Email', type: 'INPUT_EMAIL', value: KAI },
      ],
    },
  },
  Fillout: {
    formId: 'f',
    submission: {
      questions: [{ id: 'a', name: 'Your mentor', type: 'EmailInput', value: ANA }],
      urlParameters: [{ id: 'email', name: 'email', value: KAI }],
    },
  },
  Formbricks: {
    event: 'responseFinished',
    data: { finished: true, data: { email: KAI, q1: 'A good week' } },
  },
  Paperform: { data: [{ title: 'Email address', type: 'email', key: 'abc', custom_key: null, value: KAI }] },
  Antforms: {
    data: {
      session: { completed_at: '2026-06-11T10:00:00Z' },
      responses: {
        Email: { blockType: 'EMAIL', responses: [KAI] },
        Mentor: { blockType: 'EMAIL', responses: [ANA] },
      },
    },
  },
  Filaforms: {
    type: 'submission_created',
    data: { submission: { fields: { email: KAI } }, metadata: { submitted_at: '2026-06-11T10:00:00Z' } },
  },
  Feathery: { answers: { email_address: KAI }, form_completed: true },
  'Zapier’s Google Sheets': { namedValues: { 'Email Address': [KAI], 'Your co-founder': [ANA] } },
  'a tool with another name for the field': { answers: [{ 'E-Mail-Adresse': KAI }] },
  'a tool that names the contact': { email: 'Kai Kealoha <kai@example.org>' },
  'Microsoft Forms': { 'Responders’ Email': KAI, 'Which mentor?': ANA },
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

test.each([null, 'kai', 5, {}, { email: '' }, { email: 'kai@example' }, { text: `Ask ${KAI}` }])(
  'no sender is found in %j',
  (body) => {
    expect(findSenders(body).emails).toEqual([])
  },
)

test('several addresses in the sender’s field are all senders', () => {
  for (const email of [
    `${KAI}, ${ANA}`,
    `${KAI};${ANA}`,
    `Kai <${KAI}>\n${ANA}`,
    `${KAI} ${ANA}`,
    [KAI, ANA].join(' ; '),
  ])
    expect(findSenders({ email, mentor: 'pua@example.org' })).toEqual({ emails: [KAI, ANA], isSure: true })
})

test.each([
  [
    'two questions of the type Email',
    [
      { type: 'email', email: KAI, field: { ref: 'cofounder' } },
      { type: 'email', email: ANA, field: { ref: 'own' } },
    ],
  ],
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
  ['multipart', form({ name: 'Kai', email: KAI })],
  ['Zapier’s urlencoded', text('name=Kai&email=kai%40example.org', 'application/x-www-form-urlencoded')],
  [
    'Elementor’s urlencoded',
    text(
      'fields%5Bemail%5D%5Bvalue%5D=kai%40example.org',
      'application/x-www-form-urlencoded; charset=utf-8',
    ),
  ],
  [
    'Formstack’s urlencoded',
    form({ Email: `value = ${KAI}\nfield_type = email`, Mentor: `value = ${ANA}\nfield_type = email` }),
  ],
  ['urlencoded that is called JSON', text('name=Kai&email=kai%40example.org')],
  ['JSON that is called urlencoded', text(`{"email":"${KAI}"}`, 'application/x-www-form-urlencoded')],
  ['JSON that is called text', text(`\uFEFF {"email":"${KAI}"}`, 'text/plain;charset=UTF-8')],
  ['JSON in JSON', text(JSON.stringify({ payload: JSON.stringify({ email: KAI }) }))],
])('a submission is decoded: %s', async (_, sent) => {
  expect(findSenders(await decode(sent))).toEqual({ emails: [KAI], isSure: true })
})

test.each([
  ['XML', text(`<email>${KAI}</email>`, 'application/xml')],
  ['broken JSON', text(`{"email":"${KAI}"`)],
  ['multipart without its boundary', text('--x', 'multipart/form-data')],
  ['lists in lists without end', text('['.repeat(100_000) + ']'.repeat(100_000))],
])('a submission is unreadable: %s', async (_, sent) => {
  expect(await decode(sent)).toBeUndefined()
})

test('an empty submission is a test', async () => {
  for (const sent of [
    text(''),
    text('{}'),
    text('[]'),
    text('{"event":"webhook.test"}'),
    new Response(new FormData()),
  ])
    expect(isTestSubmission(await decode(sent))).toBe(true)
  for (const sent of [text('{"email":""}'), text('{"event":"form_response"}')])
    expect(isTestSubmission(await decode(sent))).toBe(false)
})

test.each([
  ['finished: false', { event: 'responseCreated', data: { finished: false } }],
  ['form_completed: false', { form_completed: false, answers: {} }],
  ['completed: false', { completed: 'false' }],
  ['submission_opened', { event: { event_name: 'submission_opened' }, submission: {} }],
  ['form_response_partial', { event_type: 'form_response_partial', form_response: {} }],
  ['responseCreated', { event: 'responseCreated', data: {} }],
  ['form.started', { type: 'form.started' }],
  ['submission.saved', { trigger: 'submission.saved' }],
  ['in_progress', { data: { status: 'in_progress' } }],
  ['partial: true', { partial: true }],
  ['Incomplete', { Entry: { Number: 7, Status: 'Incomplete' } }],
])('%s marks a submission as partial', (by, body) => {
  expect(partialMarkOf({ ...body, email: KAI })).toBe(by)
})

test.each([
  { event: 'responseCreated', data: { finished: true } },
  { event: 'submission.created', data: { submitted_at: '2026-06-11T10:00:00Z' } },
  { event: 'rows.created' },
  { event: 'form_submission' },
  { event: 'We have started' },
  { status: 'started' },
  { Topic: 'Progress', Type: 'Draft', Status: 'Partial', Completed: false },
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
  { Timestamp: 1_781_172_000 },
  { namedValues: { Timestamp: ['Thu, 11 Jun 2026 10:00:00 GMT'] } },
  { submitted_at: '2030-01-01T00:00:00Z', created_at: '2026-06-11T10:00:00Z' },
])('%j has the time when it was sent', (body) => {
  expect(new Date(submittedAt(body, NOW) ?? 0).toISOString()).toBe('2026-06-11T10:00:00.000Z')
})

test.each([
  { createdAt: '2026-06-12T09:00:01Z' },
  { createdAt: '2026-03-01T09:00:00Z' },
  { submitDate: '1' },
  { Timestamp: '11/06/2026 10:00:00' },
  { created_at: '2026-06-11' },
  { form: { createdAt: '2026-06-11T10:00:00Z' } },
  { fields: { submitted_at: '2026-06-11T10:00:00Z' } },
])('%j has no time in the last 90 days', (body) => {
  expect(submittedAt(body, NOW)).toBeNull()
})

test('a submission’s id isn’t that of its form, webhook or event', () => {
  expect(submissionIdOf({ formId: 'form-1', webhookId: 'hook-1', id: 'any-1' })).toBeNull()
  expect(submissionIdOf({ eventId: 'event-1', data: { responseId: 'response-1', formId: 'form-1' } })).toBe(
    'response-1',
  )
  expect(submissionIdOf({ event_id: 'event-1', form_response: { token: 'token-1' } })).toBe('token-1')
})

async function decode(sent: Response): Promise<unknown> {
  return decodeSubmission(await sent.bytes(), sent.headers.get('content-type') ?? '')
}
