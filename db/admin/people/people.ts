import { InvalidArgumentError } from 'commander'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { describeList, describeMistake } from './list-text.ts'
import { readAddress, readList } from './read-list.ts'

const STANDARD_INPUT = 0

/** The people in a file, or one person, and what was read. @throws Error with every mistake. */
export function readPeople(fileOrEmail: string, name: unknown) {
  const isInput = fileOrEmail === '-'
  const stats = isInput ? undefined : statSync(fileOrEmail, { throwIfNoEntry: false })
  if (!isInput && (!stats || stats.isDirectory())) {
    const one = readAddress(fileOrEmail)
    if (one.email) return { people: [{ email: one.email, name: name ?? one.name }] }
    const mistake = describeMistake({ line: null, code: 'not_address', text: fileOrEmail })
    throw new Error(`There is no file "${fileOrEmail}", and ${mistake}.`)
  }
  if (name !== undefined) throw new InvalidArgumentError('--name is for one address, not for a file')
  const file = isInput ? 'The input' : basename(fileOrEmail)
  const list = readList({ name: file, bytes: readFileSync(isInput ? STANDARD_INPUT : fileOrEmail) })
  if ('mistakes' in list)
    throw new Error([...list.mistakes.map(describeMistake), 'No one was invited.'].join('\n'))
  return { people: list.people, about: describeList(list) }
}
