import type { FullConfig } from 'playwright/test'
import { startBuiltSite, startStack } from '../../netlify/local/stack.ts'
import { startGitHub } from '../support/github.ts'
import { startTlsFront } from '../support/tls-front.ts'
import bringBuiltProjectUpToDate, { BUILT_PROJECT } from '../support/built-project.ts'

/** Recipients of registration notices. */
export const ADMINS = 'programme@example.com'

/** Starts the portal of the tests on free ports, with nothing kept, for all journeys; returns what stops it. */
export default async function startPortal({ metadata }: FullConfig): Promise<() => Promise<void>> {
  bringBuiltProjectUpToDate()
  process.env.ADMIN_EMAILS = ADMINS
  const github = await startGitHub()
  Object.assign(process.env, github.env)
  const options = { dataFolder: null, host: '127.0.0.1', ports: { site: 0, mailbox: 0, postgres: 0 } }
  const portal = await startStack(options, (place) => startBuiltSite({ root: BUILT_PROJECT, ...place }))
  const front = metadata.isHttps ? await startTlsFront(portal.siteUrl) : null
  process.env.SITE_URL = process.env.LANAI_TEST_URL = front?.url ?? portal.siteUrl
  process.env.LANAI_TEST_MAILBOX_URL = portal.mailboxUrl
  process.env.LANAI_TEST_DATABASE_URL = portal.databaseUrl
  return async () => {
    front?.close()
    await portal.close()
    await github.close()
  }
}
