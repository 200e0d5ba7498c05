import { describe, expect, test } from 'vitest'
import { findContradiction, type Operation } from '../history/linearizable.ts'
import { memberModel, type Member, type Status, type Step } from '../history/member.ts'

/** The judge of `npm run history`, on histories whose verdict is known. */

const kai: Member = { status: 'approved', name: 'Kai', alive: [1] }

const sees = (status: Status, name?: string): Step => ({ is: 'shown', session: 1, status, name })
const page = sees('approved')
const signIn: Step = { is: 'unknown', session: 1 }
const deny: Step = { is: 'decided', from: 'approved', to: 'denied' }
const restore: Step = { is: 'decided', from: 'denied', to: 'approved' }
const update: Step = { is: 'decided', to: 'denied' }
const rename: Step = { is: 'renamed', name: 'Kai K.' }
const end: Step = { is: 'ends', session: 1 }
const endAll: Step = { is: 'all end' }
const begin: Step = { is: 'begins', session: 2 }
const second: Step = { is: 'shown', session: 2, status: 'approved' }
const mayEnd: Step = { is: 'either', of: [end, { is: 'status', oneOf: ['approved'] }] }

type Told = readonly [from: number, to: number | null, ...steps: Step[]]

describe('a history is refused', () => {
  test.each<[string, ...Told[]]>([
    ['a page that was asked for after a denial', [0, 1, deny], [2, 3, page]],
    [
      'a page after a denial, while somebody else is still shown one',
      [0, 9, page],
      [0, 1, deny],
      [2, 3, page],
    ],
    ['the screen of a denial before it was asked for', [0, 1, sees('denied')], [2, 3, deny]],
    ['a denied screen after the member was restored', [0, 1, deny], [2, 3, restore], [4, 5, sees('denied')]],
    ['old after new during a denial', [0, 9, deny], [1, 2, sees('denied')], [3, 4, page]],
    ['a page of an ended session', [0, 1, end], [2, 3, page]],
    ['a page after all sessions ended', [0, 1, endAll], [2, 3, page]],
    ['a session that comes back', [0, 9, end], [1, 2, signIn], [3, 4, page]],
    ['a stranger’s screen for a session that nobody ended', [0, 1, signIn]],
    ['a session before it began', [0, 1, second], [2, 3, begin]],
    ['the former name after the new one was acknowledged', [0, 1, rename], [2, 3, sees('approved', 'Kai')]],
    ['a name that was acknowledged and lost', [0, 1, deny], [2, 3, page, rename]],
    ['a decision that overlooked the one before', [0, 1, deny], [2, 3, deny]],
    ['steps in another order than they happen in', [0, 9, end, begin], [1, 2, second], [3, 4, page]],
    [
      'a denial that was forgotten, whichever of two came first',
      [0, 2, update],
      [1, 3, update],
      [4, 5, page],
    ],
  ])('%s', (_, ...told) => {
    expect(verdict(told)).toBe('refused')
  })
})

describe('a history is accepted', () => {
  test.each<[string, ...Told[]]>([
    ['nothing at all'],
    ['a page before a denial', [0, 1, page], [2, 3, deny], [4, 5, sees('denied')]],
    ['old and new while the denial is under way', [0, 9, deny], [1, 5, sees('denied')], [2, 6, page]],
    ['old, then new while it is under way', [0, 9, deny], [1, 2, page], [3, 4, sees('denied')]],
    ['a page that was asked for before the denial and comes after it', [0, 9, page], [1, 2, deny]],
    ['answer and call in one moment', [0, 1, deny], [1, 2, page]],
    [
      'a denial and a restoration between call and answer',
      [0, 9, sees('denied')],
      [1, 2, deny],
      [3, 4, restore],
    ],
    ['a denial whose answer never came, seen', [0, null, deny], [1, 2, sees('denied')]],
    ['a denial whose answer never came, not seen', [0, null, deny], [1, 2, page]],
    ['one whose answer never came, seen late', [0, null, deny], [1, 2, page], [3, 4, sees('denied')]],
    ['an end that may have been', [0, 1, mayEnd], [2, 3, signIn]],
    ['an end that may not have been', [0, 1, mayEnd], [2, 3, page]],
    ['a session between the steps of a sign-in', [0, 9, end, begin], [1, 2, signIn], [3, 4, second]],
    [
      'an UPDATE that changes nothing when it is called',
      [0, 1, update],
      [2, 9, update],
      [3, 8, restore],
      [10, 11, sees('denied')],
    ],
    ['the same, the other way round', [0, 1, update], [2, 9, update], [3, 8, restore], [10, 11, page]],
  ])('%s', (_, ...told) => {
    expect(verdict(told)).toBe('accepted')
  })
})

test('the contradiction is the first answer that nothing explains, with what there could have been', () => {
  const history = operations([
    [0, 9, rename],
    [1, 2, deny],
    [3, 4, page],
  ])
  expect(findContradiction(history, memberModel(kai))).toEqual({
    operation: 2,
    states: [
      { ...kai, status: 'denied' },
      { ...kai, status: 'denied', name: 'Kai K.' },
    ],
  })
})

function verdict(told: readonly Told[]): 'accepted' | 'refused' {
  return findContradiction(operations(told), memberModel(kai)) ? 'refused' : 'accepted'
}

function operations(told: readonly Told[]): Operation<Step>[] {
  return told.map(([calledAt, answeredAt, ...steps]) => ({ calledAt, answeredAt, steps }))
}
