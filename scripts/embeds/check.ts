import pMap from 'p-map'
import type { Health } from '../../src/embeds/health.ts'
import type { Address } from './addresses.ts'
import type { RequestOptions, Reply } from './request-page.ts'
import { judge } from './verdict.ts'

/** Checks all addresses with limited concurrency. */
export function checkAddresses(addresses: readonly Address[], options: CheckOptions): Promise<Checked[]> {
  return pMap(addresses, (address) => checkAddress(address, options), { concurrency: 6 })
}

async function checkAddress(address: Address, options: CheckOptions): Promise<Checked> {
  const { ask, site, oembedService } = options
  const query = new URLSearchParams({ url: address.href, format: 'json' })
  const [reply, oembed] = await Promise.all([
    ask(address.url, options),
    address.provider === 'youtube' ? ask(`${oembedService}?${query.toString()}`, options) : undefined,
  ])
  return { ...address, ...judge(address, reply, { site, oembed }) }
}

export interface CheckOptions extends RequestOptions {
  ask: (url: string, options: RequestOptions) => Promise<Reply>
  /** The portal's origin, for frame-ancestors; null if unknown. */
  site: string | null
  oembedService: string
}

export type Checked = Address & Health
