import programme from '../../.astro/programme.json' with { type: 'json' }
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { InviteForm, PeopleForm, PersonActionForm, PersonForm } from '#src/server/people/forms.ts'
import { actOnPeople, findPerson, invitePeople, listPeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import { refuse } from './answer.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** Today's videos of the newest cohort, by their keys: how many of them somebody has watched is shown. */
const videos = programme.videos.map(({ key }) => key)

/** What administrators do with people. SQL checks their right again, and has nobody for other members. */
export const people = {
  list: memberAction('people.list', {
    body: jsonBody(PeopleForm),
    handler(deps, signedIn, form, context) {
      requireAdmin(context, signedIn)
      return listPeople(deps, signedIn, form, videos)
    },
  }),

  read: memberAction('people.read', {
    body: jsonBody(PersonForm),
    async handler(deps, signedIn, form, context) {
      requireAdmin(context, signedIn)
      const found = await findPerson(deps, signedIn, form, videos)
      return found.ok ? found.person : found
    },
  }),

  /** Returns what became of it for each person. Emails about a decision wait a minute, for an undo. */
  act: memberAction('people.act', {
    body: jsonBody(PersonActionForm),
    limit: DECISIONS_PER_MEMBER,
    delivers: true,
    async handler(deps, signedIn, form, context) {
      requireAdmin(context, signedIn)
      const result = await actOnPeople(deps, signedIn, form)
      return result.ok ? result.outcomes : result
    },
  }),

  /** Emails wait a minute, for an undo. */
  invite: memberAction('people.invite', {
    body: jsonBody(InviteForm, PEOPLE_BODY_MAX_BYTES),
    limit: DECISIONS_PER_MEMBER,
    handler(deps, signedIn, form, context) {
      requireAdmin(context, signedIn)
      return invitePeople(deps, signedIn, form)
    },
  }),
}

/** Someone whose page is open may be no administrator any more. */
function requireAdmin(context: Parameters<typeof refuse>[0], { member }: SignedIn): void {
  if (!member.isAdmin) refuse(context, { code: 'not_admin' })
}
