import ipaddr from 'ipaddr.js'

/** A /64: one customer owns all addresses in it. */
const NETWORK_GROUPS = 4

/** Requests without a valid address share one limit, so that none is unlimited. */
const UNKNOWN = 'unknown'

/**
 * The rate limit key of an address: the IPv4 address, or the /64 network of an IPv6 one, in canonical form.
 *
 * @param address from the platform, never from a header that a client can set.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return UNKNOWN
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const groups = ip.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
