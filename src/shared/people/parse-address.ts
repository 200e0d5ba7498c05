import { normalizeLine, Email } from './person.ts'

/** An address alone, 'Kai <kai@example.com>', 'Kai (kai@example.com)' or 'mailto:…'; `email` is null when it isn't one. */
export function parseAddress(cell: string): { email: Email | null; name: string } {
  const text = normalizeLine(cell)
    .replace(MARKERS_AROUND, '')
    .replace(/^["'“‘„«](.*)["'”’“»]$/, '$1')
  const [, displayName = '', address = text] = /^([^<(]*)[<(]([^<>()]*)[>)]$/.exec(text) ?? []
  const email = Email.safeParse(address.replace(/^mailto:([^?]*).*/i, '$1')).data ?? null
  const name = normalizeLine(displayName.replace(/["“”[\]]/g, ''))
  return { email, name: name.toLowerCase() === email ? '' : name }
}

const MARKERS_AROUND = /^(?:[-*•–·]|\d+[.)]) |[,;.]+$/g
