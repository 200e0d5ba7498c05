import { z } from 'zod'
import { askApi, tryLater, type Api, type Reply } from './api.ts'
import type { Site } from './netlify.ts'
import { rowsOf, type Row } from './row.ts'

const { ok, fail, unneeded, waiting } = rowsOf('Neon')

const PROJECT = ['project', 'branch', 'branch of previews']

/** Connection strings and regions by what Netlify holds, projects and branches by Neon's own word where there is a key. */
export async function askNeon(
  api: Omit<Api, 'headers'>,
  { NEON_API_KEY: key, DATABASE_URL: ownersUrl }: NodeJS.ProcessEnv,
  site: Site | null,
): Promise<Row[]> {
  if (!site) return waiting(['connection strings', 'region', ...PROJECT], 'Netlify')
  const [used, previews] = [site.settings.production, site.settings.previews].map(
    (settings) => hostOf(settings.get('DATABASE_URL')?.value) ?? null,
  )
  const host = used ?? hostOf(ownersUrl)
  const rows = [rowOfStrings(site, hostOf(ownersUrl)), rowOfRegion(site, host)]
  if (!host) return [...rows, ...waiting(PROJECT, 'settings')]
  if (!key) {
    const unasked = 'NEON_API_KEY is not set: not asked'
    return [...rows, ...PROJECT.map((what) => unneeded(what, unasked))]
  }
  return [
    ...rows,
    ...(await askAboutProject(
      { ...api, headers: { authorization: `Bearer ${key}` } },
      host,
      previews ?? null,
    )),
  ]
}

async function askAboutProject(api: Api, host: string, previews: string | null): Promise<Row[]> {
  const rest = ['branch', 'branch of previews']
  const projects = await askApi(api, 'projects?limit=400', Projects)
  if (!projects.ok) {
    return [
      problemOf('project', projects, 'make a new key in Neon’s console and export it as NEON_API_KEY'),
      ...waiting(rest, 'project'),
    ]
  }
  for (const { id, name, history_retention_seconds: seconds } of projects.data.projects) {
    const path = `projects/${encodeURIComponent(id)}`
    const endpoints = await askApi(api, `${path}/endpoints`, Endpoints)
    if (!endpoints.ok)
      return [
        problemOf('project', endpoints, 'take a key that may see the project'),
        ...waiting(rest, 'project'),
      ]
    const branchAt = (wanted: string) =>
      endpoints.data.endpoints.find((each) => isSameServer(each.host, wanted))?.branch_id
    const branch = branchAt(host)
    if (!branch) continue
    const branches = await askApi(api, `${path}/branches`, Branches)
    const hours = Math.floor((seconds ?? 0) / 3600)
    const project = ok('project', `${name}; a moment of the last ${hours} h can be restored`)
    if (!branches.ok)
      return [
        project,
        problemOf('branch', branches, 'take a key that may see the project'),
        ...waiting(['branch of previews'], 'branch'),
      ]
    const own = branches.data.branches.find((each) => each.id === branch)
    return [
      project,
      rowOfBranch(own),
      rowOfPreviews(branch, previews, previews ? branchAt(previews) : undefined),
    ]
  }
  const cure =
    'take a key of the account that has the project, or copy the connection strings of the right project'
  return [
    fail('project', 'the key sees none with the server of DATABASE_URL', cure),
    ...waiting(rest, 'project'),
  ]
}

function rowOfStrings({ settings }: Site, owners: string | null): Row {
  const what = 'connection strings'
  const direct = ['DATABASE_URL', 'EDGE_DATABASE_URL'].filter((key) => {
    const host = hostOf(settings.production.get(key)?.value)
    return host?.endsWith('.neon.tech') && !host.includes('-pooler')
  })
  if (direct.length > 0) {
    const cure = `in Netlify, give ${direct.join(' and ')} the pooled string (Neon: Connect, "Connection pooling" on)`
    return fail(what, `${direct.join(' and ')} of the site: direct, not pooled`, cure)
  }
  if (owners?.includes('-pooler')) {
    const cure = 'export the direct string as DATABASE_URL (Neon: Connect, "Connection pooling" off)'
    return fail(what, 'DATABASE_URL here is pooled: migrations need the direct one', cure)
  }
  return ok(what, 'pooled for the site, direct for migrations')
}

/** A function far from its database makes each member wait for the way between them, several times a page. */
function rowOfRegion({ functions_region, published_deploy }: Site, host: string | null): Row {
  // What runs is what was deployed; the setting is for the next one.
  const airport = published_deploy?.functions_region ?? functions_region
  const database = /\.((?:[a-z]+-)+\d)\.aws\.neon\.tech$/.exec(host ?? '')?.[1]
  const functions = airport && (regions[airport] ?? airport)
  if (!database || !functions) return unneeded('region', 'not to be told from the address')
  if (database === functions) return ok('region', `functions and database in ${database}`)
  const near = Object.entries(regions).find(([, region]) => region === database)?.[0]
  const move = near
    ? `choose ${near} (Netlify: Build & deploy, Functions region) and deploy`
    : `make the Neon project in ${functions}`
  return fail('region', `functions in ${functions}, database in ${database}`, move)
}

function rowOfBranch(branch: z.output<typeof Branch> | undefined): Row {
  if (branch && (branch.default ?? branch.primary)) return ok('branch', `${branch.name}, the default one`)
  return fail(
    'branch',
    `production uses ${branch?.name ?? 'an unknown one'}, which is not the default`,
    'make it the default branch in Neon’s console, or use the default’s strings',
  )
}

function rowOfPreviews(own: string, host: string | null, branch: string | undefined): Row {
  const what = 'branch of previews'
  if (!host) return unneeded(what, 'no database of theirs is to be seen')
  if (branch === undefined)
    return fail(what, 'their server is none of this project', 'give previews the strings of a branch of it')
  if (branch === own)
    return fail(
      what,
      'the same as production’s',
      'Neon: Branches, New branch; its strings go to Deploy Previews in Netlify',
    )
  return ok(what, 'one of their own')
}

function problemOf(what: string, reply: Extract<Reply<unknown>, { ok: false }>, cure: string): Row {
  return fail(what, `Neon ${reply.problem}`, reply.kind === 'away' ? tryLater('neonstatus.com') : cure)
}

function hostOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).hostname : null
}

function isSameServer(one: string, other: string): boolean {
  return one.replace('-pooler', '') === other.replace('-pooler', '')
}

/** Netlify names regions by airports, Neon as AWS does. */
const regions: Readonly<Record<string, string>> = {
  arn: 'eu-north-1',
  bom: 'ap-south-1',
  cdg: 'eu-west-3',
  cmh: 'us-east-2',
  dub: 'eu-west-1',
  fra: 'eu-central-1',
  gru: 'sa-east-1',
  iad: 'us-east-1',
  icn: 'ap-northeast-2',
  lhr: 'eu-west-2',
  nrt: 'ap-northeast-1',
  pdx: 'us-west-2',
  sfo: 'us-west-1',
  sin: 'ap-southeast-1',
  syd: 'ap-southeast-2',
  yul: 'ca-central-1',
}

const Projects = z.object({
  projects: z.array(
    z.object({ id: z.string(), name: z.string(), history_retention_seconds: z.number().nullish() }),
  ),
})
const Endpoints = z.object({ endpoints: z.array(z.object({ host: z.string(), branch_id: z.string() })) })
const Branch = z.object({
  id: z.string(),
  name: z.string(),
  default: z.boolean().nullish(),
  // What the API called it before.
  primary: z.boolean().nullish(),
})
const Branches = z.object({ branches: z.array(Branch) })
