import { Buffer } from 'node:buffer'
import { escapeUTF8 } from 'entities/escape'
import { AUDIENCE_MARKS, FILE_MARKS, isFor, isMark, readAudience } from '#src/shared/audience.ts'
import type { Member } from '../member.ts'
import type { BuiltFile } from '../vendors/ports.ts'

/** Whose parts of a file are left in. */
export interface Reader {
  groups: readonly string[]
  /** Gets everything, with whom each part is for. */
  isStaff: boolean
}

/** @param viewAs a group: staff who look at the portal as its members see it. */
export function readerOf(
  { groups, isEditor, isAdmin }: Pick<Member, 'groups' | 'isEditor' | 'isAdmin'>,
  viewAs: string | null,
): Reader {
  if (!isEditor && !isAdmin) return { groups, isStaff: false }
  return viewAs === null ? { groups, isStaff: true } : { groups: [viewAs], isStaff: false }
}

/** What the reader gets of a file; null when nothing of it is for them. @throws for a mark out of place, so that nothing is let through. */
export function partsFor(file: BuiltFile, reader: Reader): BuiltFile | null {
  if (!isMarked(file.bytes)) return file
  const written = new TextDecoder().decode(file.bytes)
  for (const [, audience] of written.matchAll(FILE_MARKS)) if (!isShown(audience, reader)) return null
  const whole = written.replace(FILE_MARKS, '')
  const isJson = file.type.startsWith('application/json')
  const text = isJson ? jsonFor(whole, reader) : textFor(withProps(whole, reader), reader)
  if (MARKS.some((mark) => text.includes(mark))) throw new Error('A mark of a page can’t be read.')
  return { ...file, bytes: new TextEncoder().encode(text) }
}

// Decoding a page takes longer than finding out that everything in it is for everyone.
function isMarked(bytes: Uint8Array<ArrayBuffer>): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return MARKS.some((mark) => buffer.includes(mark))
}

const MARKS = ['[[for:', '[[file-for:']

function isShown(audience = '', { groups, isStaff }: Reader): boolean {
  return isStaff || isFor(readAudience(audience), groups)
}

// Of HTML and calendars: marks around each part, which may have parts of its own.
function textFor(text: string, reader: Reader): string {
  let [shown, from] = ['', 0]
  const parts: boolean[] = []
  const add = (until: number) => {
    if (parts.every(Boolean)) shown += text.slice(from, until)
  }
  for (const { 0: mark, index, groups: { kind, audience = '', label = '' } = {} } of text.matchAll(
    AUDIENCE_MARKS,
  )) {
    add(index)
    from = index + mark.length
    if (kind === 'for') parts.push(isShown(audience, reader))
    else if (kind === 'for-label') shown += reader.isStaff && parts.every(Boolean) ? `For ${label}` : ''
    else if (!kind && parts.pop() === undefined) throw new Error('A part of a page ends before it begins.')
  }
  if (parts.length > 0) throw new Error('A part of a page doesn’t end.')
  add(text.length)
  return shown
}

// Astro writes an island's props as JSON in which each value is a pair: its type, such as 0, and the value.
function withProps(html: string, reader: Reader): string {
  return html.replace(/(?<= props=")[^"]*\[\[for:[^"]*(?=")/g, (props) =>
    escapeUTF8(jsonFor(unescape(props), reader)),
  )
}

// As Astro escapes attributes.
function unescape(props: string): string {
  return props.replace(/&(?:quot|#39|lt|gt|amp);/g, (escaped) => CHARACTERS.get(escaped) ?? escaped)
}

const CHARACTERS = new Map([
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
])

const HIDDEN = Symbol('hidden')

function jsonFor(text: string, reader: Reader): string {
  return JSON.stringify(JSON.parse(text, (_, value: unknown) => reviveFor(value, reader)))
}

function reviveFor(value: unknown, reader: Reader): unknown {
  if (typeof value === 'string') {
    if (!value.includes('[[')) return value
    return isMark(value) ? labelFor(value, reader) : textFor(value, reader)
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

function labelFor(mark: string, reader: Reader): string | typeof HIDDEN {
  const groups = [...mark.matchAll(AUDIENCE_MARKS)][0]?.groups
  if (!isShown(groups?.audience, reader)) return HIDDEN
  return reader.isStaff ? `For ${groups?.label}` : ''
}
