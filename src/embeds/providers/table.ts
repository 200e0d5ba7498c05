import { isUnder } from '../addresses.ts'
import { found, READS, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'
import type { Embed } from '../embed.ts'
import links from '../links.json' with { type: 'json' }

/** What the first row of `links.json` that fits the URL makes of it: a frame or a refusal. */
export function matchTable(url: URL): EmbedResult | undefined {
  const path = url.pathname.replace(/\/+/g, '/')
  const row = rows
    .filter(({ hosts }) => hosts.some((host) => isUnder(url, host)))
    .find((each) => wholePath(each).test(path) && new RegExp(each.query ?? '').test(url.search))
  if (!row) return undefined
  if (row.not !== undefined) return refused(row.not, row.instead ?? '')
  const fill = (template?: string) =>
    template === undefined ? url.href : new URL(path.replace(wholePath(row), template), url).href
  return show(url, fill(row.frame), fill(row.page), row)
}

function wholePath({ path = '.*' }: Row): RegExp {
  return new RegExp(`^${path}/?$`)
}

function show(from: URL, src: string, href: string, row: Row): EmbedResult {
  const { provider = 'web', shape = 'document', allow = 'fullscreen', framing = 'allowed' } = row
  const sandbox = SANDBOXES[row.sandbox ?? 'answers']
  const dropped = new RegExp(row.dropped ?? '(?!)')
  return found({ provider, from, src, href, shape, allow, framing, sandbox, dropped })
}

const SANDBOXES = {
  answers: TAKES_ANSWERS,
  downloads: `${TAKES_ANSWERS} allow-downloads`,
  reads: READS,
  plays: `${READS} allow-presentation`,
}

/**
 * `path` and `query` are regular expressions. `frame` and `page` are made of the path's groups (`$1`), on the same host if
 * they start with `/`; without one, it is the pasted address.
 */
interface Row
  extends
    Partial<Pick<Embed, 'provider' | 'shape' | 'allow' | 'framing'>>,
    Partial<Record<'path' | 'query' | 'frame' | 'page', string>> {
  hosts: string[]
  sandbox?: keyof typeof SANDBOXES
  /** A regular expression of parameters: who shared it, and what only the provider's script can use. */
  dropped?: string
  /** For a refusal: completes '<what was pasted> is …'. */
  not?: string
  /** Completes 'Paste … instead.' */
  instead?: string
}

/** With what the site says for all its rows. */
const rows = (links as readonly (Row & { rows: Partial<Row>[] })[]).flatMap(({ rows, ...site }) =>
  rows.map((row): Row => ({ ...site, ...row })),
)
