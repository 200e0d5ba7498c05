import { BlockList, isIPv6 } from 'node:net'

/** Whether an IP address is on the public internet, and not local, private or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** All other IPv6 ranges are local, reserved, or embed IPv4 addresses. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** IANA's special-purpose registries: https://www.iana.org/assignments/iana-ipv4-special-registry and …-ipv6-… */
const special = new BlockList()
const ranges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
for (const [network, prefix] of ranges) special.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4')
