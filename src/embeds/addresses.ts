/** The parts of a path between its slashes, decoded where they can be. */
export function partsOf(url: URL): string[] {
  return url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
}

/**
 * An address with the query and fragment of the pasted one, because a provider may need a part that we don't know. What
 * the address itself sets comes first and wins.
 *
 * @param dropped parameters that don't say what is shown or how.
 */
export function carry(pasted: URL, address: string, dropped = CAMPAIGN): string {
  const url = new URL(address)
  const own = pairsOf(url)
  const kept = pairsOf(pasted).filter((pair) => {
    const name = nameOf(pair)
    return !dropped.test(name) && !own.some((each) => nameOf(each) === name)
  })
  url.search = [...own, ...kept].join('&')
  url.hash ||= pasted.hash
  return url.href
}

/** Parameters that count visitors by where a link stood. */
const CAMPAIGN = /^utm_/

/** Whether a host is this one or below it. */
export function isUnder(url: URL, host: string): boolean {
  return url.hostname === host || url.hostname.endsWith(`.${host}`)
}

/** Without percent signs, where it can be. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Text from base64, with the alphabet for addresses or without; empty when it isn't base64. */
export function fromBase64(text: string): string {
  try {
    return atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return ''
  }
}

/** The parameters of a query, as they are written. */
function pairsOf({ search }: URL): string[] {
  return search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
}

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return name
}
