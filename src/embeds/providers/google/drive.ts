import { keepOnly, partsOf, withQuery } from '../../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../../embed-result.ts'

const DRIVE = 'https://drive.google.com'
const SHARE_LINK =
  'the link to one folder or file (in Google Drive, “Share” → “Anyone with the link” → “Copy link”)'

/** A folder becomes a list of its files, a file its preview. */
export function matchGoogleDrive(url: URL): EmbedResult | undefined {
  if (url.hostname !== 'drive.google.com') return undefined

  const parts = partsOf(url)
  const kept = keepOnly(url, (name) => name === 'resourcekey')
  const folder = folderOf(url, parts)
  if (folder) return list(folder, kept)
  const file = fileOf(url, parts)
  if (file) return preview(file, kept)
  return refused('your own view of Google Drive', SHARE_LINK)
}

function folderOf(url: URL, parts: string[]): string | undefined {
  const id = parts[0] === 'drive' ? parts[parts.indexOf('folders') + 1] : undefined
  if (parts.includes('folders')) return idOf(id)
  const named = ['open', 'folderview', 'embeddedfolderview'].includes(parts[0] ?? '')
  return named ? idOf(url.searchParams.get('id')) : undefined
}

function fileOf(url: URL, parts: string[]): string | undefined {
  if (parts[0] === 'file') return idOf(parts[parts.indexOf('d') + 1])
  return parts[0] === 'uc' ? idOf(url.searchParams.get('id')) : undefined
}

function idOf(text: string | null | undefined): string | undefined {
  return text && /^[\w-]{3,}$/.test(text) ? text : undefined
}

function list(id: string, kept: URLSearchParams): EmbedResult {
  return found({
    provider: 'google-drive',
    src: withQuery(`${DRIVE}/embeddedfolderview`, new URLSearchParams([['id', id], ...kept]), 'list'),
    href: withQuery(`${DRIVE}/drive/folders/${id}`, kept),
    shape: 'list',
    sandbox: READS,
  })
}

function preview(id: string, kept: URLSearchParams): EmbedResult {
  return found({
    provider: 'google-drive',
    src: withQuery(`${DRIVE}/file/d/${id}/preview`, kept),
    href: withQuery(`${DRIVE}/file/d/${id}/view`, kept),
    shape: 'document',
    sandbox: READS,
    allow: 'fullscreen',
  })
}
