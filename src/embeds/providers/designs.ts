import { carry, partsOf } from '../addresses.ts'
import { found, foundOnWeb, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

/** Files, boards, slides and prototypes; only `embed.figma.com` may be framed. */
export function matchFigma(url: URL): EmbedResult {
  const inside = url.searchParams.get('url')
  // Figma's embed code until 2024 has the file's link as a parameter.
  if (partsOf(url)[0] === 'embed' && inside && URL.canParse(inside) && !inside.includes('/embed'))
    return matchFigma(new URL(carry(url, inside, (name) => name === 'url' || name === 'embed_host')))
  const [kind = '', main = '', ...below] = partsOf(url)
  // A branch is a separate file.
  const [key = '', name] = below[0] === 'branch' ? below.slice(1) : [main, below[0]]
  const kinds = ['file', 'design', 'board', 'slides', 'deck', 'proto']
  if (!kinds.includes(kind) || !/^\w{10,}$/.test(key)) {
    const link = 'the file’s link (in Figma, “Share” → “Anyone with the link” → “Copy link”)'
    return refused('not a Figma file', link)
  }
  const path = [kind === 'file' ? 'design' : kind, key, ...(name ? [encodeURIComponent(name)] : [])].join('/')
  // t says who shared it.
  return foundOnWeb(
    url,
    `https://embed.figma.com/${path}?embed-host=share`,
    `https://www.figma.com/${path}`,
    { shape: 'board', dropped: /^t$/ },
  )
}

/** Designs by their public view link. */
export function matchCanva(url: URL): EmbedResult {
  const [kind, id = '', ...below] = partsOf(url)
  // Older links have no token.
  const [token, verb = ''] = below.length > 1 ? below : ['', below[0]]
  const viewLink = 'the public view link (in Canva, “Share” → “Public view link”; it ends in /view)'
  if (kind !== 'design' || !/^[\w-]+$/.test(id)) return refused('not a Canva design', viewLink)
  if (verb !== 'view' && verb !== 'watch') return refused('the design’s edit page', viewLink)
  const address = `https://www.canva.com/design/${[id, token, verb].filter(Boolean).join('/')}`
  return foundOnWeb(url, `${address}?embed`, address)
}

/** Documents, and pages of them. */
export function matchCoda(url: URL): EmbedResult | undefined {
  const [kind = '', doc = '', page = ''] = partsOf(url)
  const id = kind === 'embed' ? doc : kind === 'd' ? /(?:^|_d)([\w-]{10})$/.exec(doc)?.[1] : undefined
  const link = 'the document’s link (in Coda, “Share” → “Copy link”; it contains “/d/”)'
  if (!id) return refused('not a Coda document', link)
  const pageId = /(?:^|_)(su[\w-]+)$/.exec(page)?.[1]
  const path = pageId ? `${id}/_${pageId}` : id
  return foundOnWeb(
    url,
    `https://coda.io/embed/${path}`,
    kind === 'd' ? url.origin + url.pathname : `https://coda.io/d/_d${path}`,
  )
}

/** Published presentations. */
export function matchPitch(url: URL): EmbedResult {
  const [kind = '', id = '', ...slide] = partsOf(url)
  const link = 'its public link (in Pitch, “Share” → “Share link”; it contains “/v/”)'
  if (!id || !/^(?:v|public|embed|embed-link)$/.test(kind))
    return refused('the presentation’s edit page', link)
  const isLink = kind === 'v' || kind === 'embed-link'
  const path = [id, ...slide].join('/')
  return foundOnWeb(
    url,
    `https://pitch.com/${isLink ? 'embed-link' : 'embed'}/${path}`,
    `https://pitch.com/${isLink ? 'v' : 'public'}/${path}`,
  )
}

/** Shared decks and documents, whose address ends in an ID. */
export function matchGamma(url: URL): EmbedResult {
  const [kind = '', name = ''] = partsOf(url)
  const id = /(?:^|-)([a-z0-9]{10,})$/.exec(name)?.[1]
  const link = 'the document’s link (in Gamma, “Share” → “Anyone with the link” → “Copy link”)'
  if (!id || !['docs', 'public', 'embed'].includes(kind)) return refused('not a Gamma document', link)
  return foundOnWeb(
    url,
    `https://gamma.app/embed/${id}`,
    `https://gamma.app/${kind === 'embed' ? 'docs' : kind}/${name}`,
  )
}

const BOARD_LINK = 'the board’s link (in Miro, “Share” → “Copy board link”; it contains “/app/board/”)'

export function matchMiro(url: URL): EmbedResult {
  const [app, kind = '', id = ''] = partsOf(url)
  if (app === 'welcomeonboard') return refused('an invitation to a Miro board', BOARD_LINK)
  if (app !== 'app' || !['board', 'live-embed', 'embed'].includes(kind) || !/^[\w-]+=*$/.test(id)) {
    return refused('not a Miro board', BOARD_LINK)
  }
  return found({
    provider: 'miro',
    from: url,
    src: `https://miro.com/app/live-embed/${id}/?autoplay=true`,
    href: `https://miro.com/app/board/${id}/`,
    shape: 'board',
    sandbox: TAKES_ANSWERS,
    allow: 'fullscreen; clipboard-read; clipboard-write',
  })
}
