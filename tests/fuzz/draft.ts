/** A request in the parts that are changed one at a time, until it is sent. */
export interface Draft {
  method: string
  /** Scheme and host before the path, in absolute form; empty in origin form. */
  authority: string
  /** As it stands in the request line. */
  path: string
  /** With its question mark; empty without one. */
  query: string
  /** The value of the Host header; `SITE` stands for the site's own. */
  host: string
  headers: readonly Header[]
}

/** A name twice is two lines. */
export type Header = readonly [name: string, value: string]

/** One change of a request. A request is made by several, and is still one without any of them. */
export type Twist = (draft: Draft) => Draft

/** What is asked for, as whom, and what was done to the request besides. */
export interface Recipe {
  visitor: Visitor
  /** The proper address of what is protected. */
  page: string
  twists: readonly Twist[]
  /** The classes that the twists are of, for the count. */
  classes: readonly string[]
}

/** Whoever must not see a page. A member must not see the editor's page and the administrators'. */
export const visitors = ['anonymous', 'forged', 'pending', 'denied', 'deleted', 'member'] as const
export type Visitor = (typeof visitors)[number]

/** In place of the site's own host and port, which differ from run to run. */
export const SITE = 'SITE'

/** @param cookie the value of the visitor's Cookie header; null without one. */
export function draftOf({ page, twists }: Pick<Recipe, 'page' | 'twists'>, cookie: string | null): Draft {
  const headers: Header[] = cookie === null ? [] : [['cookie', cookie]]
  const plain: Draft = { method: 'GET', authority: '', path: page, query: '', host: SITE, headers }
  return twists.reduce((draft, twist) => twist(draft), plain)
}

/** The request line and headers as they go over the wire, without those that say where the connection ends. */
export function linesOf({ method, authority, path, query, host, headers }: Draft, site: string): string[] {
  const named = (text: string) => text.replaceAll(SITE, site)
  return [
    `${method} ${named(authority)}${path}${query} HTTP/1.1`,
    `Host: ${named(host)}`,
    ...headers.map(([name, value]) => `${name}: ${named(value)}`),
  ]
}

/** What platforms make of it; null for what cannot be said in a URL and `Headers`, and so never comes that far. */
export function requestOf(draft: Draft, site: string): Request | null {
  const { method, authority, path, query, host } = draft
  // Two slashes are no authority in a request line.
  const origin = authority.startsWith('//') || !authority ? `http://${host}${authority}` : authority
  // The asterisk, which asks about the server as a whole (RFC 9112, section 3.2.4), reaches the site as a path.
  const target = path === '*' ? '/*' : path
  const url = (origin + target + query).replaceAll(SITE, site)
  try {
    const headers = draft.headers.map(([name, value]): [string, string] => [
      name,
      value.replaceAll(SITE, site),
    ])
    return new Request(url, { method, headers })
  } catch {
    return null
  }
}

/** What is kept of an answer, wherever it came from. */
export interface Answer {
  status: number
  location: string | null
  cacheControl: string | null
  retryAfter: string | null
  /** All that came: head and body over a socket. */
  bytes: Uint8Array
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers, body } = response
  return {
    status,
    location: headers.get('location'),
    cacheControl: headers.get('cache-control'),
    retryAfter: headers.get('retry-after'),
    bytes: body ? new Uint8Array(await response.arrayBuffer()) : NOTHING,
  }
}

const NOTHING = new Uint8Array()
