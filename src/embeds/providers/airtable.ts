import { partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const SHARE_LINK =
  'the share link of a view or form (in Airtable, “Share and sync” → “Create link”; it contains “shr”)'

/** Shared views and forms, whose addresses have `shr…` in them, and forms of an interface. */
export function matchAirtable(url: URL): EmbedResult {
  const parts = partsOf(url).filter((part) => part !== 'embed')
  const base = parts.find((part) => /^app\w{3,}$/.test(part))
  const share = parts.find((part) => /^shr\w{3,}$/.test(part))
  const page = parts.find((part) => /^pag\w{3,}$/.test(part))

  if (share) {
    const isForm = parts.at(-1) === 'form'
    return embed(url, [base, share, isForm ? 'form' : undefined], isForm ? 'form' : 'table')
  }
  if (base && page && parts.at(-1) === 'form') return embed(url, [base, page, 'form'], 'form')
  if (base && page)
    return refused('a page of an Airtable interface, which only people invited to it can open', SHARE_LINK)
  if (base && !parts.some((part) => part.startsWith('shr')))
    return refused('an Airtable base, which only its collaborators can open', SHARE_LINK)
  if (parts[0] === 'invite') return refused('an invitation to an Airtable base', SHARE_LINK)
  return refused('not a shared Airtable view or form', SHARE_LINK)
}

function embed(url: URL, parts: (string | undefined)[], shape: 'form' | 'table'): EmbedResult {
  const path = parts.filter((part) => part !== undefined).join('/')
  return found({
    provider: 'airtable',
    from: url,
    src: `https://airtable.com/embed/${path}`,
    href: `https://airtable.com/${path}`,
    shape,
    sandbox: `${TAKES_ANSWERS} allow-downloads`,
    allow: 'clipboard-write',
  })
}
