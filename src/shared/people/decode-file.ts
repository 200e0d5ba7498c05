import { listMistake, type Mistake } from './describe-list.ts'

/** The text of a file: UTF-8, or UTF-16 with a byte order mark; a mistake for anything else. */
export function decodeFile(name: string, bytes: Uint8Array): string | Mistake {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (WORKBOOK.test(start)) return listMistake('workbook', name)
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(start)
  try {
    const decoder = new TextDecoder(isUtf16 ? `utf-16${start.startsWith('\xff') ? 'le' : 'be'}` : 'utf-8', {
      fatal: true,
    })
    const text = decoder.decode(bytes).replace(/\r\n?/g, '\n')
    // UTF-16 without a byte order mark has zeros, and Japanese for email (ISO-2022-JP) escapes.
    return /^.?\0|\u001b\$/.test(text) ? listMistake('not_utf8', name) : text
  } catch {
    return listMistake('not_utf8', name)
  }
}

const WORKBOOK = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/
