import type { SignedIn } from '../sessions/require-member.ts'
import type { Deps } from '../vendors/ports.ts'

/** Emails an announcement to the editor alone. Only one that is built, is by email, and isn't over. */
export async function sendTestAnnouncement(
  { sql, clock, programme }: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  { member }: SignedIn,
  { name }: { name: string },
) {
  const now = clock()
  const found = programme.announcements.find((each) => each.name === name && each.email && now < each.until)
  if (!found) return { isSent: false, email: member.email }
  const message = { userId: member.id, topic: 'announcements', item: name, at: found.from, isTest: true }
  await sql`
    SELECT enqueue('broadcast', ${`test ${name} ${now} ${member.id}`}, ${JSON.stringify(message)}::jsonb)`
  return { isSent: true, email: member.email }
}
