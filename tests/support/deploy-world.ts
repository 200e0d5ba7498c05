import type { Services } from '../../checks/go-live.ts'
import type { FourServices } from './four-services.ts'
import type { TestDatabase } from './test-databases.ts'

export const HOST = 'ep-calm-sea-pooler.us-east-2.aws.neon.tech'
export const DIRECT = 'ep-calm-sea.us-east-2.aws.neon.tech'
const PREVIEW = 'ep-still-bay-pooler.us-east-2.aws.neon.tech'

export const TOKENS = {
  netlify: 'nfp_s3cret',
  neon: 'napi_s3cret',
  account: 'account-s3cret',
  server: '8d6e1f30-0f5f-4bd3-9a53-3f3f9c7c4c11',
}

/** A site, its database, its mail and what the operator has exported, all as they should be. A test spoils what it is about. */
export function worldInOrder({ databaseUrl, roleUrls: { lanai_app, lanai_edge } }: TestDatabase) {
  return {
    env: {
      NETLIFY_AUTH_TOKEN: TOKENS.netlify,
      NETLIFY_SITE_ID: 'site-1',
      DATABASE_URL: at(DIRECT, databaseUrl),
      NEON_API_KEY: TOKENS.neon,
      POSTMARK_ACCOUNT_TOKEN: TOKENS.account,
    } as Record<string, string>,
    variables: [
      everywhere('SITE_URL', 'https://portal.school.dev'),
      inProduction('DATABASE_URL', at(HOST, lanai_app), at(PREVIEW, lanai_app)),
      inProduction('EDGE_DATABASE_URL', at(HOST, lanai_edge), at(PREVIEW, lanai_edge)),
      everywhere('POSTMARK_SERVER_TOKEN', TOKENS.server),
      everywhere('MAIL_FROM', 'Lanai <portal@school.dev>'),
    ],
    site: {
      id: 'site-1',
      name: 'portal',
      account_slug: 'school',
      ssl_url: 'https://portal.school.dev',
      functions_region: 'cmh',
      build_settings: { repo_url: 'https://github.com/school/portal' as string | null },
      published_deploy: { state: 'ready', error_message: null, commit_ref: 'd6c1f25aaaa' } as Deploy | null,
    },
    splits: [] as { active: boolean }[],
    endpoints: [
      { host: DIRECT, branch_id: 'br-main' },
      { host: PREVIEW.replace('-pooler', ''), branch_id: 'br-preview' },
    ],
    branches: [
      { id: 'br-main', name: 'main', default: true },
      { id: 'br-preview', name: 'preview', default: false },
    ],
    server: { Name: 'Portal', DeliveryType: 'Live' },
    streams: [{ ID: 'outbound', MessageStreamType: 'Transactional', ArchivedAt: null as string | null }],
    domains: [{ Name: 'school.dev', DKIMVerified: true, ReturnPathDomainVerified: true }],
    senders: [] as { EmailAddress: string; Confirmed: boolean }[],
  }
}

export type World = ReturnType<typeof worldInOrder>

/** What the services answer in this world, by path. */
export function answersIn(world: World): FourServices['answers'] {
  return {
    '/api/v1/user': { id: 'me' },
    '/api/v1/sites/site-1': world.site,
    '/api/v1/accounts/school/env': world.variables,
    '/api/v1/sites/site-1/traffic_splits': world.splits,
    '/neon/projects': { projects: [{ id: 'p1', name: 'portal', history_retention_seconds: 21_600 }] },
    '/neon/projects/p1/endpoints': { endpoints: world.endpoints },
    '/neon/projects/p1/branches': { branches: world.branches },
    '/postmark/server': world.server,
    '/postmark/message-streams': { MessageStreams: world.streams },
    '/postmark/deliverystats': { InactiveMails: 2 },
    '/postmark/domains': { Domains: world.domains },
    '/postmark/senders': { SenderSignatures: world.senders },
  }
}

/** Where the stand-ins and the test's database are. */
export function reach({ url }: FourServices, { databaseUrl }: TestDatabase): Services {
  return {
    netlify: `${url}/api/v1/`,
    neon: `${url}/neon/`,
    postmark: `${url}/postmark/`,
    resolveDatabase: (address) => Object.assign(new URL(address), { host: new URL(databaseUrl).host }).href,
    timeoutMs: 1000,
  }
}

/** A setting of the site, to be changed. */
export function setting({ variables }: World, key: string): Variable {
  const found = variables.find((variable) => variable.key === key)
  if (!found) throw new Error(`There is no setting ${key}.`)
  return found
}

/** One setting for every context. */
export function everywhere(key: string, value: string): Variable {
  const scopes = ['builds', 'functions', 'runtime', 'post_processing']
  return { key, scopes, is_secret: false, values: [{ context: 'all', value }] }
}

/** A connection string of the test's database as Neon would write it. */
export function at(host: string, url: string, password?: string): string {
  const neon = Object.assign(new URL(url), { hostname: host, port: '' })
  if (password) neon.password = password
  return neon.href
}

function inProduction(key: string, value: string, preview: string): Variable {
  const values = [
    { context: 'production', value },
    { context: 'deploy-preview', value: preview },
  ]
  return { ...everywhere(key, value), values }
}

interface Variable {
  key: string
  scopes: string[]
  is_secret: boolean
  values: { context: string; value: string }[]
}

interface Deploy {
  state: string
  error_message: string | null
  commit_ref: string | null
}
