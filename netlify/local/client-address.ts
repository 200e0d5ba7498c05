import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { SiteRequest } from './site.ts'

/**
 * The visitor's address: the one that a trusted proxy wrote last into X-Forwarded-For, otherwise that of the connection, because
 * a client can send the header, too.
 *
 * @param proxies addresses and networks of trusted proxies.
 */
export function clientAddress(
  { ip = '', headers }: Pick<SiteRequest, 'ip' | 'headers'>,
  proxies: readonly string[],
): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  return isIP(forwarded) && isIP(ip) && isAmong(ip, proxies) ? forwarded : ip
}

function isAmong(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.process(address)
  const ranges = networks.map((each) =>
    ipaddr.parseCIDR(each.includes('/') ? each : `${each}/${isIP(each) === 6 ? 128 : 32}`),
  )
  return ipaddr.subnetMatch(parsed, { proxies: ranges }, 'none') === 'proxies'
}
