import { expect, test } from 'vitest'
import { shortcutKey } from '#src/islands/shell/useShortcuts.ts'

test.each([
  ['k', 'KeyK', 'k', 'English'],
  ['K', 'KeyK', 'k', 'English with Caps Lock'],
  ['л', 'KeyK', 'k', 'Russian'],
  ['Л', 'KeyK', 'k', 'Russian with Caps Lock'],
  ['и', 'KeyB', 'b', 'Russian'],
  ['κ', 'KeyK', 'k', 'Greek'],
  ['ל', 'KeyK', 'k', 'Hebrew'],
  ['نو', 'KeyK', 'k', 'Arabic, two letters on a key'],
  ['ㅏ', 'KeyK', 'k', 'Korean'],
  ['า', 'KeyK', 'k', 'Thai'],
  ['\u0e34', 'KeyB', 'b', 'Thai, a vowel sign'],
  ['k', 'KeyV', 'k', 'Dvorak'],
  ['t', 'KeyK', 't', 'Dvorak'],
  ['é', 'KeyK', 'é', 'a Latin letter with an accent'],
  ['ı', 'KeyK', 'ı', 'Turkish'],
  [';', 'KeyK', ';', 'a sign'],
  ['Enter', 'Enter', 'enter', 'a key with a name'],
  ['Dead', 'KeyK', 'dead', 'an accent that waits for its letter'],
  ['л', '', '', 'a keyboard on a screen, which says no code'],
])('the key %s at %s is the shortcut %s (%s)', (key, code, letter) => {
  expect(shortcutKey({ key, code })).toBe(letter)
})
