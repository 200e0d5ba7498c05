import { partsOf } from '../../addresses.ts'
import { found, READS, refused, refusedUnopened, type EmbedResult } from '../../embed-result.ts'

const DRIVE = 'https://drive.google.com'
const SHARE_LINK =
  'the link to one folder or file (in Google Drive, “Share” → “Anyone with the link” → “Copy link”)'

/** A folder becomes a list of its files, a file its preview. */
export function matchGoogleDrive(url: URL): EmbedResult | undefined {
  if (url.hostname !== 'drive.google.com') return undefined
  const parts = partsOf(url)
  const named = idOf(url.searchParams.get('id'))
  if (named && parts[0] === 'open') return refusedUnopened('a link to a folder or to a file')
  const folder =
    parts[0] === 'embeddedfolderview' ? named : parts.includes('folders') ? idOf(parts.at(-1)) : undefined
  if (folder) {
    const list = `${DRIVE}/embeddedfolderview?id=${folder}${url.hash || '#list'}`
    return show(url, list, `${DRIVE}/drive/folders/${folder}`, 'list')
  }
  const file = parts[0] === 'file' ? idOf(parts[parts.indexOf('d') + 1]) : parts[0] === 'uc' && named
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
  return found({ provider: 'google', from, src, href, shape, dropped, sandbox: READS, allow })
}
