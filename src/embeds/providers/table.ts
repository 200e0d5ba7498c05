import { found, READS, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'
import type { Embed } from '../embed.ts'
import links from '../links.json' with { type: 'json' }

/** What `links.json` has for the URL's host: the first of its rows that fits, as a frame or a refusal. */
export function matchTable(url: URL): EmbedResult | undefined {
  const path = url.pathname.replace(/\/+/g, '/')
  const site = sites.find(({ hosts }) => hosts.some((host) => isOf(url, host)))
  const row = site?.rows.find(
    (each) => wholePath(each).test(path) && new RegExp(each.query ?? '').test(url.search),
  )
  if (!site || !row) return undefined
  if (row.not !== undefined) return refused(row.not, site.instead ?? '')
  const fill = (template?: string) =>
    template === undefined ? url.href : new URL(path.replace(wholePath(row), template), url).href
  return show(url, fill(row.frame), fill(row.page), { ...site, ...row })
}

function isOf({ hostname }: URL, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

function wholePath({ path = '.*' }: Row): RegExp {
  return new RegExp(`^${path}/?$`)
}

function show(from: URL, src: string, href: string, looks: Looks): EmbedResult {
  const { provider = 'web', shape = 'document', allow = 'fullscreen', framing = 'allowed' } = looks
  const sandbox = SANDBOXES[looks.sandbox ?? 'answers']
  const dropped = new RegExp(looks.dropped ?? '(?!)')
  return found({ provider, from, src, href, shape, allow, framing, sandbox, dropped })
}

const SANDBOXES = { answers: TAKES_ANSWERS, reads: READS, plays: `${READS} allow-presentation` }

interface Site extends Looks {
  hosts: string[]
  rows: Row[]
  /** Completes 'Paste … instead.' */
  instead?: string
}

/**
 * `path` and `query` are regular expressions. `frame` and `page` are made of the path's groups (`$1`), on the same host if
 * they start with `/`; without one, it is the pasted address.
 */
interface Row extends Looks, Partial<Record<'path' | 'query' | 'frame' | 'page', string>> {
  /** For a refusal: completes '<what was pasted> is …'. */
  not?: string
}

interface Looks extends Partial<Pick<Embed, 'provider' | 'shape' | 'allow' | 'framing'>> {
  sandbox?: keyof typeof SANDBOXES
  /** A regular expression of parameters: who shared it, and what only the provider's script can use. */
  dropped?: string
}

const sites = links as readonly Site[]
