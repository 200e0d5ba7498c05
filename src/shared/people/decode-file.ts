import { refuse, type Refused } from './list-text.ts'

/** The text of a file; a mistake for a workbook, and for what isn't UTF-8. */
export function decodeFile({ name, bytes }: NamedBytes): { text: string } | Refused {
  if (WORKBOOK.test(String.fromCharCode(...bytes.subarray(0, 4)))) return refuse('workbook', name)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text: text.replace(/\r\n?/g, '\n') }
  } catch {
    return refuse('not_utf8', name)
  }
}

/** ZIP, as .xlsx and .ods, or the older .xls. */
const WORKBOOK = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/

interface NamedBytes {
  name: string
  bytes: Uint8Array
}
