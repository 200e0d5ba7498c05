import { decode } from '../shared/decode.ts'

/** The parts of a path between its slashes, decoded where they can be. */
export function partsOf(url: URL): string[] {
  return url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
}

/**
 * An address with the query and fragment of the pasted one, because a provider may need a part that we don't know. The
 * parameters that the address itself sets come first and win.
 */
export function carry(pasted: URL, address: string, isDropped: (name: string) => boolean): string {
  const url = new URL(address)
  const own = pairsOf(url)
  const names = [...url.searchParams.keys()]
  const kept = pairsOf(pasted).filter((pair) => {
    const [name = ''] = new URLSearchParams(pair).keys()
    return !names.includes(name) && !DROPPED.test(name) && !isDropped(name)
  })
  url.search = [...own, ...kept].join('&')
  url.hash = pasted.hash.slice(1).replace(PLACEHOLDER, '').replace(/&$/, '') || url.hash
  return url.href
}

/** Typeform's share links have one for each hidden field without a value. */
const PLACEHOLDER = /[^&#]*=x{4,}(?:&|$)/g

/** Who copied a link, where and from which account; guests' keys; and `autoplay`, because members start their videos. */
const DROPPED =
  /^(?:ab_channel|authuser|autoplay|feature|fe|fl|igshi?d?|ouid|pk|pli|pp|pvs|share|si|sid|tk|typeform-source|usp|utlId)$/

/** The parameters of a query, as they are written. */
function pairsOf({ search }: URL): string[] {
  return search.slice(1).split('&').filter(Boolean)
}

/** Whether a host is this one or below it. */
export function isUnder(url: URL, host: string): boolean {
  return url.hostname === host || url.hostname.endsWith(`.${host}`)
}
