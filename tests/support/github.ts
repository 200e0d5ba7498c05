import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export const APP_ID = '123456'

/**
 * Answers as GitHub documents for an app that is installed on `example/lanai` alone. `asked` has the bodies of the requests
 * for a token.
 */
export async function startGitHub() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const asked: unknown[] = []
  let failing: number | null = null
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (failing) {
      answer(failing, { message: 'Server Error' })
      return
    }
    if (!isSigned(request.headers.authorization, publicKey)) {
      answer(401, { message: 'Bad credentials' })
      return
    }
    if (request.url === '/repos/example/lanai/installation') {
      answer(200, { id: 77, app_id: 123_456 })
      return
    }
    if (request.method !== 'POST' || request.url !== '/app/installations/77/access_tokens') {
      answer(404, { message: 'Not Found' })
      return
    }
    json(request).then(
      (body) => {
        asked.push(body)
        const expires_at = new Date(Date.now() + 3_600_000).toISOString()
        answer(201, { token: `ghs_${asked.length}OfTheApp`, expires_at })
      },
      () => answer(400, { message: 'Problems parsing JSON' }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    env: {
      GITHUB_APP_ID: APP_ID,
      // As GitHub makes it (PKCS#1), in one line as in a dashboard.
      GITHUB_APP_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs1', format: 'pem' })).replaceAll(
        '\n',
        '\\n',
      ),
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    /** Answers with this status from now on; null for as usual. */
    fail: (status: number | null) => {
      failing = status
    },
    async close() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** An app's JSON web token: RS256, by the app, for ten minutes at most. */
function isSigned(authorization: string | undefined, publicKey: Parameters<typeof verify>[2]): boolean {
  const [header = '', payload = '', signature = ''] = (authorization?.replace('Bearer ', '') ?? '').split('.')
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    return false
  const { iss, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    iss: string
    exp: number
  }
  const secondsLeft = exp - Date.now() / 1000
  return iss === APP_ID && secondsLeft > 0 && secondsLeft <= 600
}

export type GitHub = Awaited<ReturnType<typeof startGitHub>>
