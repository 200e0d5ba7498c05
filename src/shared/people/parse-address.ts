import { normalizeLine, Email } from './person.ts'

/** An address or its link, alone or as in 'Kai <kai@example.com>'; `email` is null when it isn't one. */
export function parseAddress(cell: string): { email: Email | null; name: string } {
  const text = normalizeLine(cell).replace(/[,;]$/, '')
  const [, displayName = '', address = text] = /^([^<]*)<([^<>]*)>$/.exec(text) ?? []
  const name = normalizeLine(displayName.replaceAll('"', ''))
  const email = Email.safeParse(address.replace(/^mailto:/i, '')).data ?? null
  return { email, name: name.toLowerCase() === email ? '' : name }
}
