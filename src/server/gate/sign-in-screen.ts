import * as answers from './answers.ts'
import { statusScreen } from './page.ts'

/**
 * The sign-in screen as the host has it, with what there is to say to everybody. It comes whatever else is away: a status that
 * cannot be had is none.
 */
export async function signInScreen(
  request: Request,
  next: () => Promise<Response>,
  readStatus: () => Promise<string | null>,
): Promise<Response> {
  const knownEtag = request.headers.get('if-none-match')
  // The host is asked for all of it: what the browser holds is the file with a status.
  for (const name of CONDITIONS) request.headers.delete(name)
  const [file, status] = await Promise.all([next(), readStatus().catch(() => undefined)])
  if (file.status !== 200) return answers.publicScreen(file)

  const screen = {
    type: 'text/html; charset=utf-8',
    etag: file.headers.get('etag'),
    bytes: new Uint8Array(await file.arrayBuffer()),
  }
  return statusScreen(screen, status, knownEtag)
}

const CONDITIONS = [
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]
