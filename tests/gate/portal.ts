import { startNetlifyPreview } from '../../netlify/local/preview-netlify.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/** The built portal twice, over one database: on the one-machine host and in Netlify's own emulation. */
export async function startPortal(): Promise<Portal> {
  const stack = await startTestStack()
  const netlify = await startNetlifyPreview({ port: 0, env: stack.env }).catch(async (error: unknown) => {
    await stack.close()
    throw error
  })
  const cookies = await signInEach(stack)

  return {
    url: (host) => (host === 'host' ? stack.siteUrl : netlify.url),
    cookie: (who) => {
      const cookie = cookies.get(who)
      return cookie ? { cookie } : {}
    },
    async close() {
      await netlify.close()
      await stack.close()
    },
  }
}

/** Members of each status, all with a live session. */
async function signInEach(stack: Stack): Promise<ReadonlyMap<Visitor, string>> {
  const cookies = new Map<Visitor, string>([['forged', `__Host-session=${'a'.repeat(40)}`]])
  for (const status of ['approved', 'pending', 'denied'] as const) {
    const member = { email: `${status}@example.com`, fullName: 'Kalākaua ʻŌhiʻa 張 🌺 </script>', status }
    cookies.set(status, await signedInMember(stack, member))
  }
  return cookies
}

export type Visitor = 'signed out' | 'forged' | 'pending' | 'denied' | 'approved'

export interface Portal {
  url(host: 'host' | 'netlify'): string
  /** The request header that makes this visitor; none for a signed-out one. */
  cookie(who: Visitor): Record<string, string>
  close(): Promise<void>
}
