import { deps } from '#src/server/deps.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { InviteForm, PeopleForm, PersonActionForm, PersonForm } from '#src/server/people/forms.ts'
import { actOnPeople, findPerson, invitePeople, listPeople } from '#src/server/people/people.ts'
import { unwrap } from './answer.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** What administrators do with people. For members who aren't administrators there are none. */
export const people = {
  list: memberAction('people.list', {
    body: jsonBody(PeopleForm),
    handler: (form, signedIn) => listPeople(deps(), signedIn, form),
  }),

  read: memberAction('people.read', {
    body: jsonBody(PersonForm),
    async handler(form, signedIn, context) {
      return unwrap(context, await findPerson(deps(), signedIn, form)).person
    },
  }),

  /** Emails about a decision wait a minute, for an undo. */
  act: memberAction('people.act', {
    body: jsonBody(PersonActionForm),
    limit: DECISIONS_PER_MEMBER,
    async handler(form, signedIn, context) {
      return unwrap(context, await actOnPeople(deps(), signedIn, form)).changed
    },
  }),

  /** Emails wait a minute, for an undo. */
  invite: memberAction('people.invite', {
    body: jsonBody(InviteForm),
    limit: DECISIONS_PER_MEMBER,
    handler: (form, signedIn) => invitePeople(deps(), signedIn, form),
  }),
}
