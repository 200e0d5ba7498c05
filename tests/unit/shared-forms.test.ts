import { describe, expect, test } from 'vitest'
import { errorText } from '#src/shared/errors.ts'
import * as forms from '#src/shared/forms.ts'
import { codePoints, NOTE_MAX_CODE_POINTS } from '#src/shared/limits.ts'
import { Note, NotesForm, StoredNotes } from '#src/shared/notes/note.ts'
import { ProgressForm, progressFormFor, VideoProgress } from '#src/shared/playlist/progress.ts'

const DAY_SECONDS = 86_400
const ID = '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'
/** The sentence that a member reads; null where the form is taken. */
const said = (
  form: { safeParse: (typed: unknown) => { error?: { issues: { message: string }[] } } },
  typed: unknown,
) => form.safeParse(typed).error?.issues[0]?.message ?? null

test.each([
  [forms.SignUpForm, ['email', 'password', 'fullName', 'website']],
  [forms.SignInForm, ['email', 'password']],
  [forms.EmailForm, ['email']],
  [forms.TokenForm, ['token']],
  [forms.ResetPasswordForm, ['token', 'password']],
  [forms.ProfileForm, ['fullName']],
  [forms.ChangePasswordForm, ['currentPassword', 'newPassword']],
  [forms.EmailChangeForm, ['currentPassword', 'newEmail']],
  [forms.SessionForm, ['id']],
  [forms.DeletionForm, ['password']],
  [forms.ConfirmForm, ['token', 'isPressed']],
  [forms.DecisionForm, ['email', 'reason', 'verdict', 'evenUnconfirmed']],
  [NotesForm, ['written', 'removed']],
  [StoredNotes, ['notes', 'removed']],
] as const)('a form is made of these fields and no other: %#', (form, fields) => {
  expect(Object.keys(form.shape)).toEqual(fields)
})

describe('a name that members give themselves', () => {
  test.each([
    ['K', null],
    ['ʻŌ', null],
    ['🌺', null],
    ['', errorText.name_empty],
    [' \u00a0\u2003', errorText.name_empty],
    ['\u200b\u00ad', errorText.name_empty],
    ['a'.repeat(100), null],
    ['🌺'.repeat(100), null],
    ['a'.repeat(101), errorText.name_too_long],
  ])('%j: %j', (fullName, refusal) => expect(said(forms.ProfileForm, { fullName })).toBe(refusal))
})

test.each([
  ['', errorText.password_too_short],
  ['🌺'.repeat(5), errorText.password_too_short],
  ['🌺'.repeat(6), null],
  ['a'.repeat(256), null],
  ['a'.repeat(257), errorText.password_too_long],
])('a new password has 6 to 256 letters: %j', (typed, refusal) =>
  expect(said(forms.NewPassword, typed)).toBe(refusal),
)

test('a password that is compared is right or wrong, and one longer than there are is wrong', () => {
  expect(said(forms.DeletionForm, { password: '' })).toBeNull()
  expect(said(forms.DeletionForm, { password: 'a'.repeat(256) })).toBeNull()
  expect(said(forms.DeletionForm, { password: 'a'.repeat(257) })).toBe(errorText.current_password_wrong)
})

test.each([5, null, undefined, {}])('what is no token is an empty one: %j', (token) => {
  expect(forms.TokenForm.parse({ token })).toEqual({ token: '' })
})

test.each([
  ['approved', true],
  ['denied', true],
  ['pending', false],
  ['', false],
])('a decision is to approve or to deny: %j, %s', (verdict, isOne) => {
  expect(
    forms.DecisionForm.safeParse({ email: 'x', reason: '', verdict, evenUnconfirmed: false }).success,
  ).toBe(isOne)
})

test.each([
  ['', 0],
  ['🌺', 1],
  ['a\n', 2],
])('a note is as long as people count: %j, %i', (text, length) => {
  expect(codePoints(text)).toBe(length)
})

describe('a note', () => {
  const note = {
    id: ID,
    video: 'cohort-17/week-1/pitching',
    title: 'Pitching',
    fragment: 'Pitching',
    seconds: DAY_SECONDS,
    text: 'Ask',
    writtenMsAgo: 0,
  }
  const taken = (told: object) => Note.safeParse({ ...note, ...told }).success

  test.each([
    [{}, true],
    [{ seconds: DAY_SECONDS + 1 }, false],
    [{ seconds: -1 }, false],
    [{ text: '🌺'.repeat(NOTE_MAX_CODE_POINTS) }, true],
    [{ text: 'a'.repeat(NOTE_MAX_CODE_POINTS + 1) }, false],
    [{ text: '' }, false],
    [{ text: ' \n' }, false],
    [{ text: 'nul\0' }, false],
    [{ text: 'half \ud83c' }, false],
    [{ title: '' }, false],
    [{ title: 'nul\0' }, false],
    [{ fragment: 'half \ud83c' }, false],
    [{ owner: 'somebody' }, false],
  ])('is what can be stored and read: %j, %s', (told, isOne) => expect(taken(told)).toBe(isOne))

  test.each([
    ['cohort-17/week-1/pitching', true],
    ['/cohort-17/week-1/pitching', false],
    ['cohort-17/week-1/pitching/', false],
    ['cohort-17/week-1', false],
    ['cohort-17/week-1/Pitching', false],
    ['x/y/z\n', false],
    ['../../x', false],
  ])('is about a video: %j, %s', (video, isOne) => expect(taken({ video })).toBe(isOne))
})

describe('progress with a video', () => {
  const some = {
    video: 'a/b/c',
    positionSeconds: 0,
    durationSeconds: null,
    playedMsAgo: 1,
    watched: false,
    markedMsAgo: null,
  }
  const taken = (told: object) => VideoProgress.safeParse({ ...some, ...told }).success

  test.each([
    [{}, true],
    [{ positionSeconds: DAY_SECONDS, durationSeconds: DAY_SECONDS }, true],
    [{ positionSeconds: DAY_SECONDS + 1 }, false],
    [{ durationSeconds: DAY_SECONDS + 1 }, false],
    [{ positionSeconds: 9, durationSeconds: 10 }, true],
    [{ positionSeconds: 11, durationSeconds: 10 }, false],
    [{ positionSeconds: 11 }, true],
    [{ playedMsAgo: null, markedMsAgo: 1 }, true],
    [{ playedMsAgo: null }, false],
    [{ owner: 'somebody' }, false],
  ])('is within the video, and of some time: %j, %s', (told, isOne) => expect(taken(told)).toBe(isOne))

  test('is told once for each video, of some video, and for none that there is not', () => {
    const of = (...videos: string[]) => ({ changes: videos.map((video) => ({ ...some, video })) })
    const known = progressFormFor(new Set(['a/b/c', 'a/b/d']))
    expect(ProgressForm.safeParse(of('a/b/c', 'a/b/d')).success).toBe(true)
    expect(ProgressForm.safeParse(of('a/b/c', 'a/b/c')).success).toBe(false)
    expect(ProgressForm.safeParse(of()).success).toBe(false)
    expect(ProgressForm.safeParse({ ...of('a/b/c'), owner: 'somebody' }).success).toBe(false)
    expect(known.safeParse(of('a/b/c', 'a/b/d')).success).toBe(true)
    expect(known.safeParse(of('a/b/c', 'x/y/z')).success).toBe(false)
  })
})
