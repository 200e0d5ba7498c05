import { expect, test } from 'vitest'
import { cameNear } from '#src/islands/came-near.ts'

test.each([
  ['a pointer that moves', { type: 'pointermove', movementX: 0, movementY: -1 }, true],
  [
    'a pointer at rest, below which a page opened',
    { type: 'pointermove', movementX: 0, movementY: 0 },
    false,
  ],
  ['a finger', { type: 'touchstart' }, true],
  ['the focus', { type: 'focusin' }, true],
  ['a key', { type: 'keydown' }, true],
])('%s: somebody is here, or nobody', (_, event, isHere) => {
  expect(cameNear(event)).toBe(isHere)
})
