import { oneLine, Email } from './person.ts'

/** An address alone, 'Kai <kai@example.com>', 'Kai (kai@example.com)' or 'mailto:…'; `email` is null when it isn't one. */
export function readAddress(cell: string): { email: Email | null; name: string } {
  const text = oneLine(cell)
    .replace(AROUND, '')
    .replace(/^["'“‘„«](.*)["'”’“»]$/, '$1')
  const [, beside = '', address = text] = /^([^<(]*)[<(]([^<>()]*)[>)]$/.exec(text) ?? []
  const email = Email.safeParse(address.replace(/^mailto:([^?]*).*/i, '$1')).data ?? null
  const name = oneLine(beside.replace(/["“”[\]]/g, ''))
  return { email, name: name.toLowerCase() === email ? '' : name }
}

/** The marks of a list's entries, and punctuation behind an address. */
const AROUND = /^(?:[-*•–·]|\d+[.)]) |[,;.]+$/g
