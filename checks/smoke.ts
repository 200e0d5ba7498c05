import { randomBytes } from 'node:crypto'

const TIMEOUT_MS = 15_000

/** Nobody's, and written like somebody's: whoever gets it has to ask the database to know. */
const cookie = () => `__Host-session=${Array.from(randomBytes(40), (byte) => BASE_32[byte % 32]).join('')}`
const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567'

const LOOK = 'look at the log, and at the settings: npm run admin -- doctor, docs/deploy.md'

/** What a site that works answers to a stranger. Whatever it shows instead is a reason not to let people in. */
const looks: readonly Look[] = [
  {
    what: 'the gate asks the database who is there',
    ask: (site) => fetchFrom(site, '/', { headers: { cookie: cookie() } }),
    isRight: ({ status, location }) => status === 302 && location?.startsWith('/auth') === true,
    cure: `take the site down if it showed a page; else ${LOOK}`,
  },
  {
    what: 'the gate stands before files, too',
    ask: (site) => fetchFrom(site, '/index.html'),
    isRight: ({ status, location }) => status === 308 && location === '/',
    cure: 'take the site down: the edge function is not running',
  },
  {
    what: 'actions ask the database who is there',
    // Signing out is for anybody: the gate asks nobody before it, so this is the function's own question.
    ask: (site) => act(site, { cookie: cookie(), origin: site.origin, 'sec-fetch-site': 'same-origin' }),
    isRight: ({ status }) => status === 200,
    cure: LOOK,
  },
  {
    what: 'actions of other sites are refused',
    ask: (site) => act(site, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }),
    isRight: ({ status }) => status === 403,
    cure: `${LOOK}; SITE_URL is the address people type`,
  },
  {
    what: 'the sign-in screen is there',
    ask: (site) => fetchFrom(site, '/auth'),
    isRight: ({ status, policy }) => status === 200 && isStrict(policy ?? ''),
    cure: LOOK,
  },
]

/** `npm run smoke -- https://portal.example.org`: whether a deployed site works and keeps strangers out. */
export async function smoke([address, ...more]: string[], say: (line: string) => void): Promise<0 | 1 | 2> {
  if (!address || more.length > 0 || !URL.canParse(address)) {
    say('Usage: npm run smoke -- https://portal.example.org')
    return 2
  }
  const site = new URL(address)
  const wrong = await Promise.all(looks.map((look) => problemOf(look, site)))
  for (const [index, { what }] of looks.entries()) say(wrong[index] ?? `ok    ${what}`)
  return wrong.some(Boolean) ? 1 : 0
}

async function problemOf({ what, ask, isRight, cure }: Look, site: URL): Promise<string | null> {
  try {
    const answer = await ask(site)
    return isRight(answer) ? null : `FAIL  ${what}: answered ${answer.status}. What to do: ${cure}`
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : ''
    return `FAIL  ${what}: no answer (${reason}). What to do: ${cure}`
  }
}

async function fetchFrom(site: URL, path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(new URL(path, site), {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    policy: answer.headers.get('content-security-policy'),
  }
}

/** Scripts of this site and those that the build knows, and nobody who frames it. */
function isStrict(policy: string): boolean {
  return /script-src 'self' 'sha256-.*frame-ancestors 'none'/.test(policy) && !policy.includes('unsafe')
}

function act(site: URL, headers: Record<string, string>): Promise<Answer> {
  return fetchFrom(site, '/_actions/auth.signOut', { method: 'POST', headers })
}

interface Look {
  what: string
  ask: (site: URL) => Promise<Answer>
  isRight: (answer: Answer) => boolean
  cure: string
}

interface Answer {
  status: number
  location: string | null
  policy: string | null
}

if (import.meta.main) process.exitCode = await smoke(process.argv.slice(2), (line) => console.log(line))
