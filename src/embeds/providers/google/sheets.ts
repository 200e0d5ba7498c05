import { carry } from '../../addresses.ts'
import { found, READS, refused, TAKES_ANSWERS, type EmbedResult } from '../../embed-result.ts'
import { googleFile, SHARED } from './file.ts'

const SHEETS = 'https://docs.google.com/spreadsheets/d'
const SHARE_LINK = 'the spreadsheet’s link (in Google Sheets, “Share” → “Anyone with the link” → “Copy link”)'

/** An edit link shows the live sheet, which members can edit if it is shared that way. Other links are read-only. */
export function matchGoogleSheets(url: URL): EmbedResult | undefined {
  const file = googleFile(url, 'spreadsheets')
  if (!file) return undefined
  if (!file.id) return refused('the list of your spreadsheets, not one of them', SHARE_LINK)
  if (file.verb === 'export' || file.verb === 'copy')
    return refused('a link that downloads or copies the spreadsheet', SHARE_LINK)

  const inHash = /(?:^|[#&])gid=(\d+)/.exec(url.hash)?.[1]
  const gid = inHash ?? url.searchParams.get('gid')
  const query = gid ? `gid=${gid}` : ''
  if (file.isPublished) {
    const page = `${SHEETS}/e/${file.id}/pubhtml?${query}`
    return sheet(carry(url, `${page}&widget=true&headers=false`, FORMAT), carry(url, page, FORMAT))
  }
  const at = `${SHEETS}/${file.id}`
  const fragment = gid && !inHash ? `#gid=${gid}` : ''
  const href = carry(url, `${at}/edit?${query}${fragment}`, SHARED)
  if (file.verb === 'htmlview') return sheet(carry(url, `${at}/htmlview?${query}${fragment}`, SHARED), href)
  if (file.verb === 'view' || file.verb === 'preview')
    return sheet(carry(url, `${at}/preview?${query}${fragment}`, SHARED), href)
  return sheet(carry(url, `${at}/edit?rm=minimal&${query}${fragment}`, SHARED), href, TAKES_ANSWERS)
}

/** What a published sheet is downloaded as, and the looks of its frame. */
const FORMAT = /^(?:utm_|(?:usp|output|widget|headers)$)/

function sheet(src: string, href: string, sandbox = READS): EmbedResult {
  return found({ provider: 'google-sheets', src, href, shape: 'table', sandbox })
}
