import { randomUUID } from 'node:crypto'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Delivery from '../../src/server/delivery.ts'
import { describeError } from '../describe-error.ts'
import { readStackFile } from '../stack-file.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What is not sent by then, the schedule sends. */
const WITHIN_MS = 20_000

/**
 * Has delivered at once what a command has just announced, where this machine can: it wakes the portal that runs
 * here, or delivers itself when the environment holds all that delivering needs. Otherwise the portal's own schedule
 * does it. Call it after the transaction is committed. Never throws: nothing is lost by not kicking.
 */
export async function kickDelivery(env: NodeJS.ProcessEnv): Promise<Kick> {
  try {
    const wakeFile = findWakeFile(env)
    if (wakeFile) return await wake(wakeFile)
    return canDeliver(env) ? await deliverHere(env) : { is: 'left_to_schedule' }
  } catch (error) {
    return { is: 'failed', reason: describeError(error) }
  }
}

/** For the person at the terminal. */
export function kickSentence(kick: Kick): string {
  switch (kick.is) {
    case 'woken':
      return 'The portal on this machine sends the mail now.'
    case 'delivered':
      return kick.sent === 1 ? '1 message was sent.' : `${kick.sent} messages were sent.`
    case 'left_to_schedule':
      return 'The mail leaves with the portal’s next scheduled delivery.'
    case 'failed':
      return `The mail leaves with the portal’s next scheduled delivery: this machine could not send it (${kick.reason}).`
  }
}

/** Only the portal that works on the very database the command changed. */
function findWakeFile(env: NodeJS.ProcessEnv): string | null {
  const stack = readStackFile(env)
  if (!stack?.wakeFile) return null
  return !env.DATABASE_URL || env.DATABASE_URL === stack.databaseUrl ? stack.wakeFile : null
}

async function wake(file: string): Promise<Kick> {
  const now = new Date()
  await utimes(file, now, now).catch(() => writeFile(file, '', { mode: 0o600 }))
  return { is: 'woken' }
}

function canDeliver(env: NodeJS.ProcessEnv): boolean {
  const needed = [env.DATABASE_URL, env.POSTMARK_SERVER_TOKEN, env.MAIL_FROM, env.SITE_URL]
  return needed.every(Boolean)
}

/** Node alone does not read the TSX of the mails, so the application is bundled as its scheduled functions are. */
async function deliverHere(env: NodeJS.ProcessEnv): Promise<Kick> {
  const { bundle } = await import('../../tools/bundle.ts')
  const directory = join(ROOT, '.netlify/scheduled', randomUUID())
  try {
    const [file = ''] = await bundle(ROOT, ['src/server/delivery.ts'], directory)
    const { deliver } = (await import(pathToFileURL(file).href)) as typeof Delivery
    const { sent } = await deliver({ withinMs: WITHIN_MS }, env)
    return { is: 'delivered', sent }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export type Kick =
  | { is: 'woken' }
  | { is: 'delivered'; sent: number }
  | { is: 'left_to_schedule' }
  | { is: 'failed'; reason: string }
