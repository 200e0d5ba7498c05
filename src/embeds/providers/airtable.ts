import { isUnder, partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const SHARE_LINK =
  'the share link of a view or form (in Airtable, “Share and sync” → “Create link”; it contains “shr”)'

/** Shared views and forms, whose addresses have `shr…` in them, and forms of an interface. */
export function matchAirtable(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'airtable.com')) return undefined
  const parts = partsOf(url).filter((part) => part !== 'embed')
  const [base, share, page] = ['app', 'shr', 'pag'].map((start) =>
    parts.find((part) => part.startsWith(start) && /^\w{6,}$/.test(part)),
  )
  const isForm = parts.at(-1) === 'form'
  const shown = share ?? (base && isForm ? page : undefined)
  if (shown) {
    const path = [base, shown, isForm && 'form'].filter(Boolean).join('/')
    return found({
      provider: 'airtable',
      from: url,
      src: `https://airtable.com/embed/${path}`,
      href: `https://airtable.com/${path}`,
      shape: isForm ? 'form' : 'table',
      sandbox: `${TAKES_ANSWERS} allow-downloads`,
      allow: 'clipboard-write',
    })
  }
  if (base && !parts.some((part) => part.startsWith('shr')))
    return refused('an Airtable base, which only its collaborators can open', SHARE_LINK)
  return refused('not a shared Airtable view or form', SHARE_LINK)
}
