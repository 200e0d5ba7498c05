import programme from '../../.astro/programme.json' with { type: 'json' }
import { composeMail } from '#src/server/delivery.ts'
import {
  CompanyRoleInput,
  InvitationQuery,
  InviteInput,
  PeopleQuery,
  PersonActionInput,
  PersonQuery,
} from '#src/server/people/inputs.ts'
import {
  actOnPeople,
  countPeople,
  setCompanyAndRole,
  findPerson,
  invitePeople,
  listPeople,
} from '#src/server/people/people.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import { readJson } from './body.ts'
import { memberAction } from './define.ts'

export const people = {
  list: memberAction({
    input: PeopleQuery,
    handler: (deps, signedIn, query) => listPeople(deps, signedIn, query, programme.videos),
  }),

  count: memberAction({ handler: countPeople }),

  read: memberAction({
    input: PersonQuery,
    handler: (deps, signedIn, query) => findPerson(deps, signedIn, query, programme.videos),
  }),

  act: memberAction({
    input: PersonActionInput,
    delivers: true,
    handler: actOnPeople,
  }),

  describe: memberAction({
    input: CompanyRoleInput,
    handler: setCompanyAndRole,
  }),

  previewInvitation: memberAction({
    input: InvitationQuery,
    async handler(_deps, _signedIn, { email: to, name: fullName, company }) {
      // Nobody has this token.
      const invitation = { kind: 'invitation', to, fullName, company, token: 'their-own' } as const
      const { subject, text } = await composeMail(invitation)
      return { subject, text }
    },
  }),

  invite: memberAction({
    handler: async (deps, signedIn, _input, _browser, context) =>
      invitePeople(deps, signedIn, await readJson(context, InviteInput, PEOPLE_BODY_MAX_BYTES)),
  }),
}
