import ipaddr from 'ipaddr.js'

/** Whether an IP address is on the public internet, and not local, private or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast))
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}

/** All other IPv6 ranges are local, reserved, or embed IPv4 addresses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
