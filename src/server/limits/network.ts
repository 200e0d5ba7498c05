const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const IPV6_LETTERS = /^[\da-f:.]+$/i
/** IPv4 address as reported by a dual-stack socket. */
const IPV4_MAPPED = /^::ffff:(?=\d+\.)/i

/** A /64: one customer owns all addresses in it. */
const NETWORK_GROUPS = 4
const ALL_GROUPS = 8

/** Requests without a valid address share one limit, so that none is unlimited. */
const UNKNOWN = 'unknown'

/**
 * The rate limit key of an address: the IPv4 address, or the /64 network of an IPv6 one, in canonical form.
 *
 * @param address from the platform, never from a header that a client can set.
 */
export function networkOf(address: string): string {
  const ipv4 = address.replace(IPV4_MAPPED, '')
  if (IPV4.test(ipv4)) return ipv4
  const canonical = canonicalIpv6(address)
  if (!canonical) return UNKNOWN
  return `${groupsOf(canonical).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/**
 * The part of an address that sessions store: the first half of IPv4, or the first 32 bits of IPv6. Thousands of people share
 * it, but it distinguishes home from the office. null for an invalid address.
 */
export function coarseNetworkOf(address: string): string | null {
  const network = networkOf(address)
  if (network === UNKNOWN) return null
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 2).join(separator)
}

/** The canonical form, by the URL parser; null for anything but an IPv6 address. */
function canonicalIpv6(address: string): string | null {
  const withoutZone = address.replace(/%.*/, '')
  const url = `http://[${withoutZone}]`
  return IPV6_LETTERS.test(withoutZone) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null
}

/** All eight groups, with `::` expanded. */
function groupsOf(canonical: string): string[] {
  const [before = '', after] = canonical.split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  return [...head, ...Array<string>(ALL_GROUPS - head.length - tail.length).fill('0'), ...tail]
}
