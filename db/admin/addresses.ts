import { readFileSync } from 'node:fs'
import { seeHelp } from './arguments.ts'
import { UsageError, type Input } from './verb.ts'

const STANDARD_INPUT = 0

/**
 * Everybody that was named: as arguments, in the file of --file, on standard input for a `-`. In files addresses stand
 * apart by spaces, commas, semicolons or lines; a line that starts with # is a remark.
 * @throws UsageError when nobody was named.
 */
export function readAddresses(verb: string, input: Input): string[] {
  const path = input.value('file')
  const addresses = [
    ...input.words.flatMap((word) => (word === '-' ? split(readFileSync(STANDARD_INPUT, 'utf8')) : [word])),
    ...(path === undefined ? [] : split(readFileSync(path, 'utf8'))),
  ]
  if (addresses.length > 0) return addresses
  throw new UsageError(seeHelp(verb, 'Say whose: at least one e-mail address.'))
}

/** The only address there is. @throws UsageError */
export function readAddress(verb: string, { words }: Input): string {
  const [address] = words
  if (address !== undefined && words.length === 1) return address
  throw new UsageError(seeHelp(verb, 'Say whose: one e-mail address.'))
}

function split(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  return lines
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(/[\s,;]+/).filter(Boolean))
}
