import { partsOf } from '../../addresses.ts'
import { found, READS, refused, refusedUnopened, type EmbedResult } from '../../embed-result.ts'

const DRIVE = 'https://drive.google.com'
const SHARE_LINK =
  'the link to one folder or file (in Google Drive, “Share” → “Anyone with the link” → “Copy link”)'

/** A folder becomes a list of its files, a file its preview. */
export function matchGoogleDrive(url: URL): EmbedResult | undefined {
  const all = partsOf(url)
  const [kind = '', ...below] = all[0] === 'a' ? all.slice(2) : all
  const isOlder = url.hostname === 'docs.google.com' && /^(?:file|folderview|leaf|open|uc)$/.test(kind)
  if (url.hostname !== 'drive.google.com' && !isOlder) return undefined

  const named = idOf(url.searchParams.get('id'))
  if (named && ['open', 'leaf'].includes(kind)) return refusedUnopened('a link to a folder or to a file')
  const [inFolders, ...more] = below.includes('folders') ? below.slice(below.indexOf('folders') + 1) : []
  if (more.length > 0)
    return refusedUnopened('a link to a folder inside another, of which only one can be shown')
  const folder = idOf(inFolders) ?? (/^(?:embedded)?folderview$/.test(kind) ? named : undefined)
  if (folder) {
    const list = `${DRIVE}/embeddedfolderview?id=${folder}${url.hash || '#list'}`
    return show(url, list, `${DRIVE}/drive/folders/${folder}`, 'list')
  }
  const file = kind === 'file' ? idOf(below[below.indexOf('d') + 1]) : kind === 'uc' && named
  if (!file) return refused('your own view of Google Drive', SHARE_LINK)
  const path = `${DRIVE}/file/d/${file}`
  return show(url, `${path}/preview`, `${path}/view`, 'document')
}

function idOf(text: string | null | undefined): string | undefined {
  return text && /^[\w-]{3,}$/.test(text) ? text : undefined
}

function show(from: URL, src: string, href: string, shape: 'list' | 'document'): EmbedResult {
  // What the path says, and what asks for a download.
  const dropped = /^(?:id|export|confirm)$/
  const allow = shape === 'list' ? '' : 'fullscreen'
  return found({ provider: 'google-drive', from, src, href, shape, dropped, sandbox: READS, allow })
}
