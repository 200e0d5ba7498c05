import githubAppJwt from 'universal-github-app-jwt'
import * as z from 'zod/mini'
import { readGitHubEnv } from '../env.ts'
import type { Repository } from './ports.ts'

const TIMEOUT_MS = 5000

const GITHUB_API = 'https://api.github.com'

/**
 * A repository on GitHub, by the portal's app that is installed there. Reads its settings only when somebody edits, so that
 * everything else works without them.
 *
 * @param name `owner/name`.
 */
export function createGitHubRepository(
  { name, permissions }: RepositoryOptions,
  env = process.env,
): Repository {
  return {
    async createToken() {
      const { GITHUB_APP_ID: id, GITHUB_APP_PRIVATE_KEY: privateKey, GITHUB_API_URL } = readGitHubEnv(env)
      if (!id || !privateKey) throw new Error('The portal has no GitHub App.')
      const { token: jwt } = await githubAppJwt({ id, privateKey })
      const ask = (path: string, body?: object) =>
        callGitHub((GITHUB_API_URL ?? GITHUB_API) + path, jwt, body)
      const installation = Installation.parse(await ask(`/repos/${name}/installation`))
      const created = await ask(`/app/installations/${installation.id}/access_tokens`, {
        repositories: [name.split('/')[1]],
        permissions,
      })
      return InstallationToken.parse(created).token
    },
  }
}

async function callGitHub(url: string, jwt: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${jwt}`,
      'user-agent': 'Lanai',
      'x-github-api-version': '2022-11-28',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.ok) return response.json()
  await response.body?.cancel()
  throw Object.assign(new Error(`GitHub answered ${response.status}.`), {
    code: `github_http_${response.status}`,
  })
}

const Installation = z.object({ id: z.number() })
const InstallationToken = z.object({ token: z.string() })

interface RepositoryOptions {
  name: string
  /** By GitHub's names: `{ contents: 'write' }`. */
  permissions: Record<string, string>
}
