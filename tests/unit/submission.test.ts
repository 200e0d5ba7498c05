import { expect, test } from 'vitest'
import { findAddress } from '#src/server/due/submission.ts'

/** What each tool sends, after its public documentation; docs/forms.md says what to paste there. */
const sentBy = {
  'a script of Airtable, Google or Zapier': { email: ' Kai@Example.org ' },
  Typeform: {
    form_response: {
      definition: { fields: [{ id: 'f1', title: 'Your email', type: 'email' }] },
      answers: [
        { type: 'text', text: 'Ask press@other.example', field: { id: 'f0', type: 'long_text' } },
        { type: 'email', email: 'kai@example.org', field: { id: 'f1', type: 'email' } },
      ],
    },
  },
  Tally: {
    data: {
      fields: [
        { key: 'question_a', label: 'How was your week?', type: 'TEXTAREA', value: 'Mail me: x@y.example' },
        { key: 'question_b', label: 'Email', type: 'INPUT_EMAIL', value: 'kai@example.org' },
      ],
    },
  },
  'a tool with another name for the field': { answers: [{ 'E-mail address': 'kai@example.org' }] },
}

test.each(Object.entries(sentBy))('the sender is found in what %s sends', (_, body) => {
  expect(findAddress(body)).toBe('kai@example.org')
})

test.each([
  null,
  'kai',
  5,
  {},
  { email: '' },
  { email: 'kai@example' },
  { text: 'kai@example.org, ana@example.org' },
])('no sender is found in %j', (body) => {
  expect(findAddress(body)).toBeNull()
})

test('a field called email goes before another address', () => {
  expect(findAddress({ contact: 'press@other.example', email: 'kai@example.org' })).toBe('kai@example.org')
})
