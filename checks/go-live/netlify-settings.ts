import { judgeSettings } from '../settings/judge.ts'
import { rowsOf, type Row } from './row.ts'

const { ok, fail } = rowsOf('Netlify')
const PLACE = 'Netlify: Project configuration, Environment variables'

/** The site's settings as its production deploys and its previews are given them. */
export function readSettings(variables: readonly Variable[]): SiteSettings {
  return {
    production: settingsIn('production', variables),
    previews: settingsIn('deploy-preview', variables),
  }
}

export interface SiteSettings {
  production: ReadonlyMap<string, Setting>
  previews: ReadonlyMap<string, Setting>
}

export interface Setting {
  /** null when it is a secret, which Netlify tells nobody. */
  value: string | null
  scopes: readonly string[]
  /** Whether every context has this very value. */
  isForAll: boolean
}

export function rowsOfSettings(
  settings: SiteSettings,
  { ssl_url }: { ssl_url?: string | null | undefined },
): Row[] {
  return [rowOfProduction(settings, ssl_url ?? null), rowOfPreviews(settings)]
}

function rowOfProduction({ production }: SiteSettings, address: string | null): Row {
  const values = Object.fromEntries([...production].map(([key, { value }]) => [key, value ?? undefined]))
  const isSecret = (variable: string) => production.get(variable)?.value === null
  const wrong = judgeSettings(values)
    .filter(({ variable }) => !isSecret(variable))
    .map(({ variable, why }) => `${variable} ${why}`)
  const unseen = [...production]
    .filter(
      ([key, { scopes }]) => REQUIRED.includes(key) && scopes.length > 0 && !scopes.includes('functions'),
    )
    .map(([key]) => `${key} is not in the scope of functions`)
  const site = production.get('SITE_URL')?.value
  const elsewhere =
    site && address && URL.canParse(site) && new URL(site).host !== new URL(address).host
      ? [`SITE_URL is ${new URL(site).host}, and the site is at ${new URL(address).host}`]
      : []
  const problems = [...wrong, ...unseen, ...elsewhere]
  if (problems.length > 0)
    return fail(
      'settings',
      `for production, ${problems.join('; ')}`,
      `${PLACE}; docs/deploy.md says each value; then deploy again`,
    )
  return ok('settings', `for production, ${REQUIRED.length} are right`)
}

function rowOfPreviews({ production, previews }: SiteSettings): Row {
  const shared = ['DATABASE_URL', 'EDGE_DATABASE_URL'].filter((key) => {
    const [own, real] = [previews.get(key), production.get(key)]
    if (!own || !real) return false
    return own.isForAll || (own.value !== null && databaseOf(own.value) === databaseOf(real.value))
  })
  if (shared.length === 0) {
    return ok(
      'settings of previews',
      previews.has('DATABASE_URL') ? 'a database of their own' : 'no database: they show nothing',
    )
  }
  const cure = `make a branch for previews in Neon, and give ${shared.join(' and ')} a value for Deploy Previews: ${PLACE}`
  return fail(
    'settings of previews',
    `${shared.join(' and ')}: deploy previews use production’s database`,
    cure,
  )
}

/** Which server a connection string is for, without login and pooler. */
function databaseOf(value: string | null): string | null {
  return value && URL.canParse(value) ? new URL(value).hostname.replace('-pooler', '') : null
}

const REQUIRED = ['SITE_URL', 'DATABASE_URL', 'EDGE_DATABASE_URL', 'POSTMARK_SERVER_TOKEN', 'MAIL_FROM']

function settingsIn(context: string, variables: readonly Variable[]): ReadonlyMap<string, Setting> {
  return new Map(
    variables.flatMap(({ key, scopes, is_secret, values }) => {
      const own = values.find((value) => value.context === context)
      const found = own ?? values.find((value) => value.context === 'all')
      if (!found) return []
      return [
        [key, { value: is_secret ? null : (found.value ?? ''), scopes, isForAll: own === undefined }],
      ] as const
    }),
  )
}

interface Variable {
  key: string
  scopes: string[]
  is_secret: boolean
  values: { value?: string | null | undefined; context: string }[]
}
