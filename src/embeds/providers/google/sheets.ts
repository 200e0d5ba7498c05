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

  const inHash = /(?:^|[#&])gid=(\d+)/.exec(url.hash)?.[1]
  const gid = inHash ?? url.searchParams.get('gid')
  const query = gid ? `gid=${gid}` : ''
  if (file.isPublished) {
    const page = `${SHEETS}/e/${file.id}/pubhtml?${query}`
    return sheet(url, `${page}&widget=true&headers=false`, page)
  }
  const fragment = gid && !inHash ? `#gid=${gid}` : ''
  const at = (path: string) => `${SHEETS}/${file.id}/${path}${query}${fragment}`
  if (file.verb === 'htmlview') return sheet(url, at('htmlview?'), at('edit?'))
  if (file.verb === 'view' || file.verb === 'preview') return sheet(url, at('preview?'), at('edit?'))
  return sheet(url, at('edit?rm=minimal&'), at('edit?'), TAKES_ANSWERS)
}

function sheet(from: URL, src: string, href: string, sandbox = READS): EmbedResult {
  // The format of a download.
  const dropped = /^output$/
  return found({ provider: 'google-sheets', from, src, href, shape: 'table', sandbox, dropped })
}
