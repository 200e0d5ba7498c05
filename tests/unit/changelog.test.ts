import { expect, test } from 'vitest'
import { notesOf, release } from '../../tools/changelog.ts'

const BEFORE = '# Changelog\n\n## Unreleased\n\n- A box.\n\n## 1.0.0 (2026-01-02)\n\n- All of it.\n'

test('a release takes what is unreleased, and leaves room for what comes', () => {
  const after = release(BEFORE, '1.1.0', '2026-03-04') ?? ''
  expect(after).toBe(BEFORE.replace('## Unreleased\n', '## Unreleased\n\n## 1.1.0 (2026-03-04)\n'))
  expect(notesOf(after, '1.1.0')).toBe('- A box.')
})

test('a version without a word is not released', () => {
  expect(release(BEFORE.replace('- A box.\n', ''), '1.1.0', '2026-03-04')).toBeNull()
})

test.each([
  ['1.0.0', '- All of it.'],
  ['1.0', null],
  ['1x0.0', null],
  ['2.0.0', null],
])('the notes of %s are its own', (version, notes) => {
  expect(notesOf(BEFORE, version)).toBe(notes)
})
