import programme from '../../.astro/programme.json' with { type: 'json' }
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import {
  DescribeForm,
  InviteForm,
  PeopleForm,
  PersonActionForm,
  PersonForm,
} from '#src/server/people/forms.ts'
import {
  actOnPeople,
  setCompanyAndRole,
  findPerson,
  invitePeople,
  listPeople,
} from '#src/server/people/people.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** Today's videos of the newest cohort, by their keys: how many of them somebody has watched is shown. */
const videos = programme.videos.map(({ key }) => key)

/** What administrators do with people. SQL checks the role again; others get no rows. */
export const people = {
  list: memberAction('people.list', {
    isForAdmins: true,
    body: jsonBody(PeopleForm),
    handler: (deps, signedIn, form) => listPeople(deps, signedIn, form, videos),
  }),

  read: memberAction('people.read', {
    isForAdmins: true,
    body: jsonBody(PersonForm),
    handler: (deps, signedIn, form) => findPerson(deps, signedIn, form, videos),
  }),

  /** Returns what became of it for each person. Emails about a decision wait a minute, for an undo. */
  act: memberAction('people.act', {
    isForAdmins: true,
    body: jsonBody(PersonActionForm),
    limit: DECISIONS_PER_MEMBER,
    delivers: true,
    handler: actOnPeople,
  }),

  describe: memberAction('people.describe', {
    isForAdmins: true,
    body: jsonBody(DescribeForm),
    limit: DECISIONS_PER_MEMBER,
    handler: setCompanyAndRole,
  }),

  /** Emails wait a minute, for an undo. */
  invite: memberAction('people.invite', {
    isForAdmins: true,
    body: jsonBody(InviteForm, PEOPLE_BODY_MAX_BYTES),
    limit: DECISIONS_PER_MEMBER,
    handler: invitePeople,
  }),
}
