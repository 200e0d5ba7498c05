import { expect, test } from 'vitest'
import type { Prefill } from '#src/embeds/embed.ts'
import { matchEmbed } from '#src/embeds/match.ts'
import { prefilledSource } from '#src/embeds/prefill.ts'

const viewer = { email: 'leilani+17@example.org', fullName: 'Leilani Kalākaua & ʻOhana' }
const EMAIL = 'leilani%2B17%40example.org'
const NAME = 'Leilani%20Kal%C4%81kaua%20%26%20%CA%BBOhana'

test.each<[pasted: string, prefill: Prefill, src: string]>([
  [
    'https://airtable.com/shrA1b2C3d4E5f6G7?prefill_Cohort=17',
    { 'Your email': 'email', Name: 'full_name' },
    `https://airtable.com/embed/shrA1b2C3d4E5f6G7?prefill_Cohort=17&prefill_Your%20email=${EMAIL}&prefill_Name=${NAME}`,
  ],
  [
    'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform',
    { 'entry.1045781291': 'email' },
    `https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true&entry.1045781291=${EMAIL}`,
  ],
  [
    'https://lanai.typeform.com/to/Ab12Cd34',
    { email: 'email', name: 'full_name' },
    `https://lanai.typeform.com/to/Ab12Cd34#email=${EMAIL}&name=${NAME}`,
  ],
])('the form %s is filled in with what the portal knows of the member', (pasted, prefill, src) => {
  const match = matchEmbed(pasted)
  if (!match.ok) throw new Error(match.message)
  expect(prefilledSource(match.embed, prefill, viewer)).toBe(src)
  expect(new URL(src).href).toBe(src)
})

test('a form on this site gets its fields by name', () => {
  const embed = { provider: 'own', src: '/handbook/apply' } as const
  expect(prefilledSource(embed, { Email: 'email' }, viewer)).toBe(`/handbook/apply?Email=${EMAIL}`)
})

const nameless = { email: 'kai@example.org', fullName: null }

test('a member without a name leaves its field empty', () => {
  const airtable = { provider: 'airtable', src: 'https://airtable.com/embed/shr' } as const
  const filled = prefilledSource(airtable, { Email: 'email', Name: 'full_name' }, nameless)
  expect(filled).toBe(`${airtable.src}?prefill_Email=kai%40example.org`)
})

test.each([
  [{}, viewer],
  [{ name: 'full_name' } as const, nameless],
])('without anything to fill in, the address stays: %j', (prefill, member) => {
  const embed = { provider: 'typeform', src: 'https://form.typeform.com/to/Ab12Cd34' } as const
  expect(prefilledSource(embed, prefill, member)).toBe(embed.src)
})
