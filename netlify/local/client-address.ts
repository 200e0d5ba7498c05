import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { SiteRequest } from './site.ts'

/**
 * The visitor's address: the last one in X-Forwarded-For that isn't a trusted proxy's, if a trusted proxy made the connection.
 * Otherwise that of the connection, because a client can send the header, too.
 *
 * @param proxies addresses and networks of trusted proxies.
 */
export function clientAddress(
  { ip = '', headers }: Pick<SiteRequest, 'ip' | 'headers'>,
  proxies: readonly string[],
): string {
  if (!isIP(ip) || !isAmong(ip, proxies)) return ip
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim())
  const visitor = forwarded.findLast((each) => !isIP(each) || !isAmong(each, proxies)) ?? ''
  return isIP(visitor) ? visitor : ip
}

function isAmong(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.process(address)
  const ranges = networks.map((each) =>
    ipaddr.parseCIDR(each.includes('/') ? each : `${each}/${isIP(each) === 6 ? 128 : 32}`),
  )
  return ipaddr.subnetMatch(parsed, { proxies: ranges }, 'none') === 'proxies'
}
