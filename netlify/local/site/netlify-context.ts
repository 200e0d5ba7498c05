import { randomUUID } from 'node:crypto'

/** The part of Netlify's context that functions and edge functions share, with what one machine can know. */
export function netlifyContext({ url, ip }: Pick<NetlifyContext, 'url' | 'ip'>): NetlifyContext {
  return {
    ip,
    url,
    requestId: randomUUID(),
    params: {},
    geo: {},
    account: { id: 'local' },
    site: { id: 'local', name: 'lanai', url: url.origin },
    deploy: { context: 'production', id: 'local', published: true },
    server: { region: 'local' },
    json: (input, init) => Response.json(input, init),
    log: (...data) => {
      console.log(...data)
    },
    waitUntil: (promise) => {
      promise.catch((error: unknown) => {
        console.error('A background task failed:', error)
      })
    },
  }
}

export interface NetlifyContext {
  ip: string
  url: URL
  requestId: string
  params: Record<string, string>
  geo: object
  account: { id: string }
  site: { id: string; name: string; url: string }
  deploy: { context: string; id: string; published: boolean }
  server: { region: string }
  json: (input: unknown, init?: ResponseInit) => Response
  log: (...data: unknown[]) => void
  waitUntil: (promise: Promise<unknown>) => void
}
