import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sha256Hex } from '#src/server/tokens.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import type { HostMessage, HostOptions } from './host-process.ts'
import { people } from './people.ts'

/** Starts a host of the tests' build in a process of its own, with the people who visit it. */
export async function startHost(options: HostOptions): Promise<StartedHost> {
  const host = fork(join(import.meta.dirname, 'host-process.ts'), [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(host, 'exit')
  const failed = exited.then(() => {
    throw new Error('The host did not start.')
  })
  const [message] = (await Promise.race([once(host, 'message'), failed])) as [HostMessage]
  failed.catch(() => undefined)
  for (const [name, { token, member }] of Object.entries(people)) {
    const email = `${name}@example.com`
    await signedInMember(message, { email, status: member?.approvalStatus ?? 'approved' })
    await query(
      message,
      'update sessions set id = $1 where user_id = (select id from users where email = $2)',
      [sha256Hex(token), email],
    )
    if (!member) await query(message, 'delete from users where email = $1', [email])
  }
  return {
    port: Number(new URL(message.siteUrl).port),
    site: new URL(message.siteUrl).host,
    async close() {
      if (host.connected) host.disconnect()
      await exited
    },
  }
}

export interface StartedHost {
  port: number
  /** Name and port, as it is called. */
  site: string
  close: () => Promise<void>
}
