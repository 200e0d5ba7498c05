import { describe, expect, test } from 'vitest'
import { coarseNetworkOf, networkOf } from '#src/server/limits/network.ts'

describe('spoofed-address: a request is counted against', () => {
  test.each([
    ['an IPv4 address itself', '203.0.113.7', '203.0.113.7'],
    ['the IPv4 address in an IPv6 one', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same in capitals', '::FFFF:203.0.113.7', '203.0.113.7'],
    ['the /64 network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same network for its neighbour', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['the same in capitals and with zeros', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['zeros that are not written', '2001:db8::1', '2001:db8:0:0::/64'],
    ['zeros in the middle', '2001:db8::2:0:0:1:1', '2001:db8:0:2::/64'],
    ['zeros in the beginning', '::3:4:5:6:7:8', '0:0:3:4::/64'],
    ['zeros before the last of a network', '2001::4:5:6:7:8', '2001:0:0:4::/64'],
    ['all eight groups', '1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['one that only ends like an IPv4 address', '2001::ffff:1:2', '2001:0:0:0::/64'],
    ['one that only begins like an IPv4 address', '::ffff:1:2:3', '0:0:0:0::/64'],
    ['this machine', '::1', '0:0:0:0::/64'],
    ['an address with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nobody, when there is no address', '', 'unknown'],
    ['nobody, when it is none', '203.0.113.7, 198.51.100.1', 'unknown'],
    ['nobody, when it is a host', 'example.org', 'unknown'],
    ['nobody, when it breaks a URL', '::1]/x', 'unknown'],
  ])('%s', (_, address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('of where a session began no more is kept than', () => {
  test.each([
    ['half an IPv4 address', '203.0.113.7', '203.0'],
    ['half of one in an IPv6 address', '::ffff:203.0.113.7', '203.0'],
    ['32 bits of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8'],
    ['nothing of what is none', '203.0.113.7, 198.51.100.1', null],
  ])('%s', (_, address, network) => {
    expect(coarseNetworkOf(address)).toBe(network)
  })
})
