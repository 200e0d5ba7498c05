import pMap from 'p-map'
import type { Health } from '../../src/embeds/health.ts'
import type { Address } from './addresses.ts'
import type { RequestOptions, Reply } from './request-page.ts'
import { isPlaceholder, judge, PLACEHOLDER } from './verdict.ts'

/** Checks all addresses with limited concurrency. */
export function checkAddresses(addresses: readonly Address[], options: CheckOptions): Promise<Checked[]> {
  return pMap(addresses, (address) => checkAddress(address, options), { concurrency: 6 })
}

async function checkAddress(address: Address, options: CheckOptions): Promise<Checked> {
  if (isPlaceholder(address.url) && !options.asksPlaceholders)
    return { ...address, ...PLACEHOLDER, isOffline: false }

  const [reply, oembed] = await Promise.all([
    options.ask(address.url, options),
    requestOembed(address, options),
  ])
  const health = judge(address, reply, { site: options.site, oembed })
  return { ...address, ...health, isOffline: reply.is === 'failed' && reply.reason !== 'private' }
}

async function requestOembed({ provider, href }: Address, options: CheckOptions): Promise<Reply | undefined> {
  if (provider !== 'youtube') return undefined
  const query = new URLSearchParams({ url: href, format: 'json' })
  return options.ask(`${options.oembedService}?${query.toString()}`, options)
}

export interface CheckOptions extends RequestOptions {
  ask: (url: string, options: RequestOptions) => Promise<Reply>
  /** The portal's origin, for frame-ancestors; null if unknown. */
  site: string | null
  oembedService: string
  /** Whether to request example addresses. */
  asksPlaceholders?: boolean
}

export type Checked = Address &
  Health & {
    /** No reply at all. On a machine without a network, true for every address. */
    isOffline: boolean
  }
