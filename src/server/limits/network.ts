const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const IPV6_LETTERS = /^[\da-f:.]+$/i
/** As a socket for both families names the IPv4 address of its client. */
const IPV4_MAPPED = /^::ffff:(?=\d+\.)/i

/** Groups of an IPv6 address that name a network; its owner has all the addresses in it. */
const NETWORK_GROUPS = 4
const ALL_GROUPS = 8

/** All who send no address of theirs share one limit: an unknown origin is never an unlimited one. */
const UNKNOWN = 'unknown'

/**
 * Whom a request is counted against: the IPv4 address, or the /64 network of an IPv6 one, in one spelling.
 *
 * @param address as the platform gives it, never from a header that a client can send.
 */
export function networkOf(address: string): string {
  const ipv4 = address.replace(IPV4_MAPPED, '')
  if (IPV4.test(ipv4)) return ipv4
  const canonical = canonicalIpv6(address)
  if (!canonical) return UNKNOWN
  return `${groupsOf(canonical).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/**
 * What of an address may be kept beside a session: the first half of an IPv4 one, the first 32 bits of an IPv6 one, which
 * thousands of people share. It tells home from the office and counts nothing. null for what is no address.
 */
export function coarseNetworkOf(address: string): string | null {
  const network = networkOf(address)
  if (network === UNKNOWN) return null
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 2).join(separator)
}

/** The URL parser knows every spelling of an IPv6 address and writes it in one form; null for what is none. */
function canonicalIpv6(address: string): string | null {
  const withoutZone = address.replace(/%.*/, '')
  const url = `http://[${withoutZone}]`
  return IPV6_LETTERS.test(withoutZone) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null
}

/** All eight groups, those that `::` stands for included. */
function groupsOf(canonical: string): string[] {
  const [before = '', after] = canonical.split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  return [...head, ...Array<string>(ALL_GROUPS - head.length - tail.length).fill('0'), ...tail]
}
