import { createWebhookEndpoint } from '#src/server/due/due.ts'
import type { Programme } from '#src/server/programme.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import type { Portal } from './portal.ts'
import { EMPTY_PROGRAMME } from './programme.ts'

const UPDATE = {
  name: 'update',
  title: 'Weekly update',
  kind: 'due',
  starts: '2026-06-04 17:30',
  minutes: 30,
  except: [],
}

/** With a weekly deadline on Thursdays, and one that is due once. */
export const PROGRAMME: Programme = {
  ...EMPTY_PROGRAMME,
  events: [
    { ...UPDATE, repeats: 'FREQ=WEEKLY;BYDAY=TH' },
    { ...UPDATE, name: 'intake', title: 'Intake' },
  ],
}

/** Empties the portal but for an administrator, a member who came before what is due, and a form's endpoint. */
export async function openForm(portal: Portal, member: string): Promise<OpenForm> {
  await portal.clear()
  const tables = ['broadcasts', 'webhook_endpoints', 'unmatched_submissions', 'submission_ids']
  await portal.query(tables.map((table) => `delete from ${table}`).join(';'))
  const noe = await portal.admin('noe@example.org')
  const kai = await portal.member(member)
  const added = await createWebhookEndpoint(portal.deps, noe, { name: 'Typeform' })
  if (!('path' in added)) throw new Error('There is no endpoint.')
  await joinInJune(portal)
  return { noe, kai, secret: added.path.split('/')[2] ?? '' }
}

/** Everyone came before what is due; decisions are append-only. Nothing is queued. */
export async function joinInJune(portal: Portal): Promise<void> {
  await portal.query(`
    set session_replication_role = replica;
    update approval_events set created_at = '2026-06-01';
    reset session_replication_role;
    update users set created_at = '2026-06-01'; delete from outbox`)
}

interface OpenForm {
  noe: SignedIn
  kai: SignedIn
  /** In the endpoint's address. */
  secret: string
}
