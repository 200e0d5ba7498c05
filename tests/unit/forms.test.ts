import { describe, expect, test } from 'vitest'
import { InviteInput, PeopleQuery, PersonActionInput, PersonQuery } from '#src/server/people/inputs.ts'
import * as forms from '#src/shared/forms.ts'
import { NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { Note } from '#src/shared/notes/note.ts'
import { ProgressChange, ProgressInput } from '#src/shared/playlist/progress.ts'
import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'

const DAY_SECONDS = 86_400
const ID = '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'
const signUp = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
/** The code of what a member reads, or null. */
const said = (
  form: { safeParse: (typed: unknown) => { error?: { issues: { message: string }[] } } },
  typed: unknown,
) => form.safeParse(typed).error?.issues[0]?.message ?? null

test.each([
  ['', 'password_too_short'],
  ['🌺'.repeat(5), 'password_too_short'],
  ['🌺'.repeat(6), null],
  ['a'.repeat(256), null],
  ['a'.repeat(257), 'password_too_long'],
])('a new password has 6 to 256 letters: %j', (typed, refusal) => {
  expect(said(forms.NewPassword, typed)).toBe(refusal)
})

test.each(['  spaced  ', 'zero\u0000byte'])('a password is kept as it was typed: %j', (password) => {
  expect(forms.SignUpForm.parse({ ...signUp, password }).password).toBe(password)
})

test.each([
  ['', 'password_empty'],
  ['a', null],
  ['a'.repeat(257), 'current_password_wrong'],
])('a current password has 1 to 256 letters: %j', (password, refusal) => {
  expect(said(forms.DeletionForm, { password })).toBe(refusal)
})

test.each([
  ['zero\u0000byte\r\nBcc: x', 'zero byte Bcc: x'],
  ['half an emoji \ud83c', 'half an emoji \ufffd'],
  [' \t ', null],
  [undefined, null],
])('a sign-up keeps the full name %j as %j', (typed, kept) => {
  expect(forms.SignUpForm.parse({ ...signUp, fullName: typed }).fullName).toBe(kept)
})

test.each([
  ['ʻŌ', null],
  ['', 'name_empty'],
  ['\u200d', 'name_empty'],
  ['🌺'.repeat(100), null],
  ['a'.repeat(101), 'name_too_long'],
])('a profile with the name %j gets the error %j', (fullName, refusal) => {
  expect(said(forms.ProfileForm, { fullName })).toBe(refusal)
})

test.each([5, null, undefined, {}])('a token that isn’t text becomes empty: %j', (token) => {
  expect(forms.TokenInput.parse({ token })).toEqual({ token: '' })
})

test('no form lets a NUL through to the database', () => {
  const nul = 'a\0b'
  const person = { action: 'deny', people: [{ id: nul, status: 'pending' }], reason: nul }
  for (const [form, typed] of [
    [forms.SessionInput, { id: nul }],
    [forms.EmailForm, { email: `${nul}@example.org` }],
    [forms.ProfileForm, { fullName: nul }],
    [PeopleQuery, { status: 'pending', search: nul, role: nul, skipped: 0 }],
    [PersonQuery, { id: nul, cohort: '' }],
    [PersonActionInput, person],
    [InviteInput, { people: [{ email: 'kai@example.org', name: nul }], isDryRun: true }],
  ] as const)
    expect(JSON.stringify(form.safeParse(typed).data ?? null)).not.toContain('\\u0000')
})

describe('the notes form takes a note', () => {
  const note = {
    id: ID,
    video: 'cohort-17/week-1/pitching',
    title: 'Pitching',
    fragment: 'Pitching',
    seconds: DAY_SECONDS,
    text: 'Ask',
  }
  test.each([
    [{}, true],
    [{ seconds: DAY_SECONDS + 1 }, false],
    [{ seconds: -1 }, false],
    [{ text: '🌺'.repeat(NOTE_MAX_CODE_POINTS) }, true],
    [{ text: 'a'.repeat(NOTE_MAX_CODE_POINTS + 1) }, false],
    [{ text: ' \n' }, false],
    [{ text: 'nul\0' }, false],
    [{ text: 'half \ud83c' }, false],
    [{ title: '' }, false],
    [{ fragment: 'half \ud83c' }, false],
    [{ owner: 'another member' }, false],
    [{ video: 'cohort-17/week-1' }, false],
    [{ video: 'cohort-17/week-1/Pitching' }, false],
    [{ video: 'x/y/z\n' }, false],
  ])('%j: %s', (change, isOne) => expect(Note.safeParse({ ...note, ...change }).success).toBe(isOne))
})

describe('the progress form takes a position', () => {
  const some = toProgress('a/b/c', { ...UNWATCHED, playedAt: 0 }, 1)
  test.each([
    [{}, true],
    [{ positionSeconds: DAY_SECONDS, durationSeconds: DAY_SECONDS }, true],
    [{ positionSeconds: DAY_SECONDS + 1 }, false],
    [{ positionSeconds: 11, durationSeconds: 10 }, false],
    [{ playedMsAgo: null, markedMsAgo: 1 }, true],
    [{ playedMsAgo: null }, false],
    [{ owner: 'another member' }, false],
  ])('%j: %s', (change, isOne) => {
    expect(ProgressChange.safeParse({ ...some, ...change }).success).toBe(isOne)
  })

  test('a change of progress names each video once', () => {
    const of = (...videos: string[]) => ({ changes: videos.map((video) => ({ ...some, video })) })
    expect(ProgressInput.safeParse(of('a/b/c', 'a/b/c')).success).toBe(false)
    expect(ProgressInput.safeParse(of()).success).toBe(false)
    expect(ProgressInput.safeParse(of('a/b/c', 'a/b/d')).success).toBe(true)
  })
})
