import { expect, test } from 'vitest'
import { shortcutKey } from '#src/islands/shell/useShortcuts.ts'

test.each([
  ['k', 'KeyK', 'k', 'English'],
  ['л', 'KeyK', 'k', 'Russian'],
  ['نو', 'KeyK', 'k', 'Arabic, two letters on a key'],
  ['\u0e34', 'KeyB', 'b', 'Thai, a vowel sign'],
  ['k', 'KeyV', 'k', 'Dvorak'],
  ['é', 'KeyK', 'é', 'a Latin letter with an accent'],
  ['Enter', 'Enter', 'enter', 'a key with a name'],
  ['Dead', 'KeyK', 'dead', 'an accent that waits for its letter'],
  ['л', '', '', 'a keyboard on a screen, which says no code'],
])('the key %s at %s is the shortcut %s (%s)', (key, code, letter) => {
  expect(shortcutKey({ key, code })).toBe(letter)
})
