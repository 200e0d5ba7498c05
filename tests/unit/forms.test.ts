import { afterEach, describe, expect, test, vi } from 'vitest'
import { Email } from '#src/shared/forms.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an address', () => {
  const longest = `${'a'.repeat(64)}@${'b'.repeat(186)}.co`

  test.each([
    ['as it is', 'kai@example.org', 'kai@example.org'],
    ['as long as there are', longest, longest],
    [
      'as long as there are, each letter of two units',
      longest.replaceAll('a', '\u{1D41A}').replaceAll('b', '\u{1D41B}'),
      longest,
    ],
    [
      'behind more spaces than an address has letters',
      ' '.repeat(1000) + 'kai@example.org',
      'kai@example.org',
    ],
  ])('%s is read', (_, typed, email) => {
    expect(Email.parse(typed)).toBe(email)
  })

  test('one letter longer than there are is none', () => {
    expect(Email.safeParse(`a${longest}`).success).toBe(false)
  })

  test('is not normalised where its length alone says that it is none', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const accents = '\u0301'.repeat(16_000) + '\u0323'.repeat(16_000)
    expect(Email.safeParse(accents).success).toBe(false)
    expect(normalize).not.toHaveBeenCalled()
  })
})
