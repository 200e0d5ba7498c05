import { z } from 'zod'
import { askApi, tryLater, type Api, type Reply } from './api.ts'
import { rowsOf, type Row } from './row.ts'
import { readSettings, rowsOfSettings, type SiteSettings } from './netlify-settings.ts'

const { ok, fail, todo, waiting } = rowsOf('Netlify')
const STATUS = 'netlifystatus.com'

const LATER = ['repository', 'settings', 'settings of previews', 'Node', 'split testing', 'deploy']

/** What the site is at Netlify, and what everything else is asked by. `site` is null while it is not known. */
export async function askNetlify(
  api: Omit<Api, 'headers'>,
  { NETLIFY_AUTH_TOKEN: token, NETLIFY_SITE_ID: siteId }: NodeJS.ProcessEnv,
  pinnedNode: string | null,
): Promise<{ rows: Row[]; site: Site | null }> {
  if (!token) {
    const cure =
      'make a token (app.netlify.com, User settings, Applications, Personal access tokens) and export it as NETLIFY_AUTH_TOKEN'
    return {
      rows: [todo('token', 'NETLIFY_AUTH_TOKEN is not set', cure), ...waiting(['site', ...LATER], 'token')],
      site: null,
    }
  }
  const authorized = { ...api, headers: { authorization: `Bearer ${token}` } }
  const user = await askApi(authorized, 'user', z.object({ id: z.string() }))
  if (!user.ok) {
    const rows = [problemOf('token', user, 'make a new token and export it as NETLIFY_AUTH_TOKEN')]
    return { rows: [...rows, ...waiting(['site', ...LATER], 'token')], site: null }
  }
  const known = ok('token', 'taken')
  if (!siteId) {
    const cure =
      'make the site (Add new project, Import an existing project), and export its Project ID as NETLIFY_SITE_ID'
    return {
      rows: [known, todo('site', 'NETLIFY_SITE_ID is not set', cure), ...waiting(LATER, 'site')],
      site: null,
    }
  }
  const site = await askApi(authorized, `sites/${encodeURIComponent(siteId)}`, Site)
  if (!site.ok) {
    const cure =
      'copy the Project ID (Project configuration, General) into NETLIFY_SITE_ID, with a token of a member of its team'
    return { rows: [known, problemOf('site', site, cure), ...waiting(LATER, 'site')], site: null }
  }
  const { rows, settings } = await askAboutSite(authorized, site.data, pinnedNode)
  return { rows: [known, ok('site', site.data.name), ...rows], site: settings && { ...site.data, settings } }
}

async function askAboutSite(api: Api, site: z.output<typeof Site>, pinnedNode: string | null) {
  const [variables, splits] = await Promise.all([
    askApi(
      api,
      `accounts/${encodeURIComponent(site.account_slug)}/env?site_id=${encodeURIComponent(site.id)}`,
      Variables,
    ),
    askApi(api, `sites/${encodeURIComponent(site.id)}/traffic_splits`, Splits),
  ])
  const settings = variables.ok ? readSettings(variables.data) : null
  const rows = [
    site.build_settings?.repo_url
      ? ok('repository', site.build_settings.repo_url.replace(/^https:\/\//, ''))
      : todo(
          'repository',
          'none is connected',
          'Netlify: Project configuration, Build & deploy, Link repository',
        ),
    ...(settings
      ? rowsOfSettings(settings, site)
      : variables.ok
        ? []
        : [
            problemOf('settings', variables, 'take a token of a member who may see environment variables'),
            ...waiting(['settings of previews'], 'settings'),
          ]),
    rowOfNode(settings, pinnedNode),
    rowOfSplits(splits),
    rowOfDeploy(site),
  ]
  return { rows, settings }
}

function rowOfNode(settings: SiteSettings | null, pinned: string | null): Row {
  const set = settings?.production.get('NODE_VERSION')?.value ?? null
  const major = (version: string) => version.replace(/^v/, '').split('.')[0]
  if (!set && !pinned) return todo('Node', 'no version is pinned', 'pin one: .nvmrc in the repository')
  if (set && pinned && major(set) !== major(pinned)) {
    const cure = 'take NODE_VERSION out of the settings, so that .nvmrc decides, and deploy'
    return fail('Node', `NODE_VERSION says ${set}, .nvmrc says ${pinned}`, cure)
  }
  return ok('Node', `${pinned ?? set ?? ''}, by ${pinned ? '.nvmrc' : 'NODE_VERSION'}`)
}

/** The host switches edge functions off for the whole site while a test is on: the gate with them. */
function rowOfSplits(splits: Reply<z.output<typeof Splits>>): Row {
  if (!splits.ok && splits.kind === 'missing') return ok('split testing', 'off')
  if (!splits.ok) return problemOf('split testing', splits, 'take a token of a member of the team')
  if (splits.data.every(({ active }) => active !== true)) return ok('split testing', 'off')
  return fail('split testing', 'on: the gate does not run', 'Netlify: Split testing, Stop test, now')
}

function rowOfDeploy({ published_deploy: deploy }: z.output<typeof Site>): Row {
  if (!deploy)
    return todo(
      'deploy',
      'nothing is published',
      'migrate the database, then Netlify: Deploys, Trigger deploy',
    )
  if (deploy.state !== 'ready') {
    return fail(
      'deploy',
      `${deploy.state}${deploy.error_message ? `: ${deploy.error_message}` : ''}`,
      'read its log: Netlify, Deploys',
    )
  }
  return ok('deploy', `published, commit ${deploy.commit_ref?.slice(0, 7) ?? 'unknown'}`)
}

function problemOf(what: string, reply: Extract<Reply<unknown>, { ok: false }>, cure: string): Row {
  return fail(what, `Netlify ${reply.problem}`, reply.kind === 'away' ? tryLater(STATUS) : cure)
}

const Site = z.object({
  id: z.string(),
  name: z.string(),
  account_slug: z.string(),
  ssl_url: z.string().nullish(),
  custom_domain: z.string().nullish(),
  functions_region: z.string().nullish(),
  build_settings: z.object({ repo_url: z.string().nullish() }).nullish(),
  published_deploy: z
    .object({
      state: z.string(),
      error_message: z.string().nullish(),
      commit_ref: z.string().nullish(),
      functions_region: z.string().nullish(),
    })
    .nullish(),
})

const Variables = z.array(
  z.object({
    key: z.string(),
    scopes: z.array(z.string()).default([]),
    is_secret: z.boolean().default(false),
    values: z.array(z.object({ value: z.string().nullish(), context: z.string() })),
  }),
)

const Splits = z.array(z.object({ active: z.boolean().nullish() }))

export type Site = z.output<typeof Site> & { settings: SiteSettings }
