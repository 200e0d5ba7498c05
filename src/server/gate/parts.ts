import { Buffer } from 'node:buffer'
import { escapeUTF8 } from 'entities/escape'
import {
  FILE_MARKS,
  INNERMOST_PARTS,
  isFor,
  isMark,
  readAudience,
  readMark,
  VIEWING,
} from '#src/shared/audience.ts'
import { isStaff, type Member } from '../member.ts'
import type { BuiltFile } from '../vendors/ports.ts'

/** Whose parts of a file are left in. */
export interface Reader {
  groups: readonly string[]
  /** Gets everything, with whom each part is for. */
  isStaff: boolean
}

/** @param viewAs a group: staff who look at the portal as its members see it. */
export function readerOf(
  member: Pick<Member, 'groups' | 'isEditor' | 'isAdmin'>,
  viewAs: string | null,
): Reader {
  if (viewAs !== null && isStaff(member)) return { groups: [viewAs, VIEWING], isStaff: false }
  return isStaff(member) ? EVERYTHING : { groups: member.groups, isStaff: false }
}

const EVERYTHING: Reader = { groups: [], isStaff: true }

/**
 * What the reader gets of a file; null when nothing of it is for them. Kept with the file, because a
 * build never changes.
 *
 * @throws for a mark out of place, so that nothing is let through.
 */
export function partsFor(file: BuiltFile, reader: Reader): BuiltFile | null {
  const known = readersOf.get(file) ?? new Map<string, BuiltFile | null>()
  readersOf.set(file, known)
  const key = JSON.stringify(reader)
  let parts = known.get(key)
  if (parts !== undefined) return parts
  parts = filterFile(file, reader)
  if (known.size === MAX_READERS) known.clear()
  known.set(key, parts)
  return parts
}

const readersOf = new WeakMap<BuiltFile, Map<string, BuiltFile | null>>()

// Of a file. Members are in few combinations of groups.
const MAX_READERS = 16

function filterFile(file: BuiltFile, reader: Reader): BuiltFile | null {
  const { buffer, byteOffset, length } = file.bytes
  // Searches bytes, because a file may be a picture.
  if (!MARKS.some((mark) => Buffer.from(buffer, byteOffset, length).includes(mark))) return file
  const written = new TextDecoder().decode(file.bytes)
  for (const [, audience] of written.matchAll(FILE_MARKS)) if (!isShown(audience, reader)) return null
  const whole = written.replace(FILE_MARKS, '')
  const isJson = file.type.startsWith('application/json')
  const text = textFor(isJson ? jsonFor(whole, reader) : withProps(whole, reader), reader)
  if (MARKS.some((mark) => text.includes(mark))) throw new Error('A mark of a page is out of place.')
  return { ...file, bytes: new TextEncoder().encode(text) }
}

const MARKS = ['[[for:', '[[/for]]', '[[file-for:']

function isShown(audience = '', { groups, isStaff }: Reader): boolean {
  return isStaff || isFor(readAudience(audience), groups)
}

// From the inside out: a part may have parts of its own.
function textFor(text: string, reader: Reader): string {
  const shown = text.replace(INNERMOST_PARTS, (_, audience: string, part: string) =>
    isShown(audience, reader) ? part : '',
  )
  return shown === text ? text : textFor(shown, reader)
}

// Astro writes an island's props as JSON in which each value is a pair: its type, such as 0, and the value.
function withProps(html: string, reader: Reader): string {
  return html.replace(/(?<= props=")[^"]*\[\[for:[^"]*(?=")/g, (props) =>
    escapeUTF8(jsonFor(unescape(props), reader)),
  )
}

// As Astro escapes them. A library's table would be larger than the gate may be.
function unescape(props: string): string {
  return props.replace(/&(quot|#39|lt|gt|amp);/g, (_, name: string) => CHARACTERS.get(name) ?? '')
}

const CHARACTERS = new Map(Object.entries({ quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }))

const HIDDEN = Symbol('hidden')

function jsonFor(text: string, reader: Reader): string {
  return JSON.stringify(JSON.parse(text, (_, value: unknown) => reviveFor(value, reader)))
}

function reviveFor(value: unknown, reader: Reader): unknown {
  if (typeof value === 'string' && isMark(value)) {
    const { audience, label } = readMark(value)
    if (!isShown(audience, reader)) return HIDDEN
    return reader.isStaff ? label : ''
  }
  if (typeof value !== 'object' || value === null) return value
  const values: unknown[] = Object.values(value)
  const isHidden = values.includes(HIDDEN)
  if (!Array.isArray(value)) return isHidden ? undefined : value
  // A pair of Astro's is hidden with its value.
  if (isHidden) return HIDDEN
  if (values.length === value.length) return value
  return value.length === 2 && value[0] === 0 ? undefined : values
}
