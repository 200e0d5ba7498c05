import { partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

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
