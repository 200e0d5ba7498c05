import programme from '../../.astro/programme.json' with { type: 'json' }
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
import { readJson } from './body.ts'
import { memberAction } from './define.ts'

// Of the newest cohort; the page shows how many somebody has watched.
const videos = programme.videos.map(({ key }) => key)

// SQL checks the role again; others get no rows.
export const people = {
  list: memberAction({
    input: PeopleForm,
    handler: (deps, signedIn, form) => listPeople(deps, signedIn, form, videos),
  }),

  read: memberAction({
    input: PersonForm,
    handler: (deps, signedIn, form) => findPerson(deps, signedIn, form, videos),
  }),

  act: memberAction({
    input: PersonActionForm,
    delivers: true,
    handler: actOnPeople,
  }),

  describe: memberAction({
    input: DescribeForm,
    handler: setCompanyAndRole,
  }),

  invite: memberAction({
    handler: async (deps, signedIn, _input, _browser, context) =>
      invitePeople(deps, signedIn, await readJson(context, InviteForm, PEOPLE_BODY_MAX_BYTES)),
  }),
}
