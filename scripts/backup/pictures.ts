import { getStore, type Store } from '@netlify/blobs'
import { describeError } from '../../db/describe-error.ts'

const STORE = 'avatars'

/** At Netlify each picture takes two requests. */
export const PICTURES_AT_ONCE = 8

/** The store of a portal on one machine, which passes on how to reach it. */
export function openLocalPictures(blobsContext: string): Store {
  const address = JSON.parse(Buffer.from(blobsContext, 'base64').toString()) as Record<string, string>
  return getStore({ ...address, name: STORE, consistency: 'strong' })
}

/** null when a setting for it is missing. NETLIFY_API_URL is another address of Netlify's API. */
export function openPicturesAtNetlify(env: NodeJS.ProcessEnv): Store | null {
  const { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token, NETLIFY_API_URL } = env
  if (!siteID || !token) return null
  const api = NETLIFY_API_URL ? { apiURL: NETLIFY_API_URL } : {}
  return getStore({ ...api, siteID, token, name: STORE, consistency: 'strong' })
}

export async function listPictures(store: Store): Promise<Set<string>> {
  try {
    const { blobs } = await store.list()
    return new Set(blobs.map(({ key }) => key))
  } catch (cause) {
    const why = describeError(cause)
    throw new Error(
      `Can’t list the pictures: ${why}. At Netlify, check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.`,
      { cause },
    )
  }
}
