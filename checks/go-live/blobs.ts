import { isStoreInOrder } from '../../db/admin/doctor/services.ts'
import { tryLater } from './api.ts'
import { rowsOf, type Row } from './row.ts'

const { ok, fail, waits } = rowsOf('Blobs')

/** The store of pictures, by writing, reading and deleting something small with the operator's token. */
export async function askBlobs(
  { apiUrl, timeoutMs }: { apiUrl: string; timeoutMs: number },
  { NETLIFY_AUTH_TOKEN: token }: NodeJS.ProcessEnv,
  siteId: string | null,
): Promise<Row> {
  const what = 'store of pictures'
  if (!token || !siteId) return waits(what, 'Netlify')
  try {
    if (await isStoreInOrder({ siteID: siteId, token, apiURL: apiUrl }, timeoutMs))
      return ok(what, 'written, read and deleted')
    return fail(what, 'what was written is not what is read', tryLater('netlifystatus.com'))
  } catch (error) {
    const status = /\b([45]\d\d)\b/.exec(error instanceof Error ? error.message : '')?.[1]
    if (status === '401' || status === '403') {
      return fail(
        what,
        `Blobs refuses (${status})`,
        'Netlify: look whether the team’s plan and the token’s owner may use Blobs; then try again',
      )
    }
    return fail(
      what,
      status ? `Blobs answers ${status}` : 'Blobs does not answer',
      tryLater('netlifystatus.com'),
    )
  }
}
