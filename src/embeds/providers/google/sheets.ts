import { partsOf } from '../../addresses.ts'
import { found, READS, refused, TAKES_ANSWERS, type EmbedResult } from '../../embed-result.ts'

const SHEETS = 'https://docs.google.com/spreadsheets/d'
const SHARE_LINK = 'the spreadsheet’s link (in Google Sheets, “Share” → “Anyone with the link” → “Copy link”)'

/** `spreadsheets/d/<id>/edit`, or `spreadsheets/d/e/<id>/pubhtml` if published, behind `u/1` or `a/<domain>` or not. */
const FILE =
  /^(?:a\/[^/]+\/)?spreadsheets(?:\/u\/[^/]+)?(?:\/d(?<published>\/e)?\/(?<id>[\w-]{3,})(?:\/(?<verb>[^/]+))?)?(?:\/|$)/

/** An edit link shows the live sheet, which members can edit if it is shared that way. Other links are read-only. */
export function matchGoogleSheets(url: URL): EmbedResult | undefined {
  const file = url.hostname === 'docs.google.com' ? FILE.exec(partsOf(url).join('/')) : null
  if (!file) return undefined
  const { published, id, verb = '' } = file.groups ?? {}
  if (!id) return refused('the list of your spreadsheets, not one of them', SHARE_LINK)
  if (verb === 'export' || verb === 'copy')
    return refused('a link that downloads or copies the spreadsheet', SHARE_LINK)

  const inHash = /(?:^|[#&])gid=(\d+)/.exec(url.hash)?.[1]
  const gid = inHash ?? url.searchParams.get('gid')
  const query = gid ? `gid=${gid}` : ''
  if (published) {
    const page = `${SHEETS}/e/${id}/pubhtml?${query}`
    return sheet(url, `${page}&widget=true&headers=false`, page)
  }
  const fragment = gid && !inHash ? `#gid=${gid}` : ''
  const at = (path: string) => `${SHEETS}/${id}/${path}${query}${fragment}`
  if (verb === 'htmlview') return sheet(url, at('htmlview?'), at('edit?'))
  if (verb === 'view' || verb === 'preview') return sheet(url, at('preview?'), at('edit?'))
  return sheet(url, at('edit?rm=minimal&'), at('edit?'), TAKES_ANSWERS)
}

function sheet(from: URL, src: string, href: string, sandbox = READS): EmbedResult {
  // The format of a download.
  const dropped = /^output$/
  return found({ provider: 'google', from, src, href, shape: 'table', sandbox, dropped })
}
