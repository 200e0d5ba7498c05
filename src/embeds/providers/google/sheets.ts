import { keepOnly, withQuery } from '../../addresses.ts'
import { found, READS, refused, TAKES_ANSWERS, type EmbedResult } from '../../embed-result.ts'
import { googleFile } from './file.ts'

const SHEETS = 'https://docs.google.com/spreadsheets/d'
const SHARE_LINK = 'the spreadsheet’s link (in Google Sheets, “Share” → “Anyone with the link” → “Copy link”)'

/** An edit link shows the live sheet, which members can edit if it is shared that way. Other links are read-only. */
export function matchGoogleSheets(url: URL): EmbedResult | undefined {
  const file = googleFile(url, 'spreadsheets')
  if (!file) return undefined
  if (!file.id) return refused('the list of your spreadsheets, not one of them', SHARE_LINK)
  if (file.verb === 'export' || file.verb === 'copy')
    return refused('a link that downloads or copies the spreadsheet', SHARE_LINK)

  const gid = url.searchParams.get('gid') ?? /(?:^|&)gid=(\d+)/.exec(url.hash.slice(1))?.[1]
  if (file.isPublished) return published(url, file.id, gid)

  const kept = keepOnly(url, (name) => name === 'resourcekey' || name === 'range')
  if (gid) kept.set('gid', gid)
  const fragment = gid ? `gid=${gid}` : ''
  const href = withQuery(`${SHEETS}/${file.id}/edit`, kept, fragment)
  if (file.verb === 'htmlview') return sheet(withQuery(`${SHEETS}/${file.id}/htmlview`, kept, fragment), href)
  if (file.verb === 'view' || file.verb === 'preview') {
    return sheet(withQuery(`${SHEETS}/${file.id}/preview`, kept, fragment), href)
  }
  const live = new URLSearchParams([['rm', 'minimal'], ...kept])
  return sheet(withQuery(`${SHEETS}/${file.id}/edit`, live, fragment), href, TAKES_ANSWERS)
}

function published(url: URL, id: string, gid: string | undefined): EmbedResult {
  const query = keepOnly(url, (name) => name === 'single' || name === 'range')
  if (gid) query.set('gid', gid)
  const href = withQuery(`${SHEETS}/e/${id}/pubhtml`, query)
  query.set('widget', 'true')
  query.set('headers', 'false')
  return sheet(withQuery(`${SHEETS}/e/${id}/pubhtml`, query), href)
}

function sheet(src: string, href: string, sandbox = READS): EmbedResult {
  return found({ provider: 'google-sheets', src, href, shape: 'table', sandbox })
}
