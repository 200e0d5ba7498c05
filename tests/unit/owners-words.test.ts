import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ownersWords } from '../support/owners-words.ts'
import { PROJECT } from '../support/project-copy.ts'

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
const installed = { ...manifest.dependencies, ...manifest.devDependencies }
const sentences: string[] = Object.values({ ...errorText, ...noticeText })

describe('the fixed names and texts of docs/product.md:', () => {
  test('the list has all of them', () => {
    const { packages, paths, messages, titles } = ownersWords
    expect([packages.length, paths.length, messages.length, titles.length]).toEqual([14, 24, 34, 19])
  })

  test.each(ownersWords.packages)('the package %s is in package.json', (name) => {
    expect(installed).toHaveProperty([name])
  })

  test.each(ownersWords.paths)('the file %s exists', (path) => {
    expect(existsSync(join(PROJECT, path))).toBe(true)
  })

  test.each(ownersWords.messages)('the message “%s” is in the catalogue', (message) => {
    const parts = sentences.includes(message) ? [message] : message.split(': ')
    expect(parts.filter((part) => !sentences.includes(part))).toEqual([])
  })
})
