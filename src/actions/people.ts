import { composeMail } from '#src/server/delivery.ts'
import {
  CompanyRoleInput,
  GroupsInput,
  InvitationQuery,
  InviteInput,
  PeopleQuery,
  PersonActionInput,
  PersonQuery,
} from '#src/server/people/inputs.ts'
import {
  actOnPeople,
  invitePeople,
  readPasswordAllowance,
  setCompanyAndRole,
  setGroups,
} from '#src/server/people/act-on-people.ts'
import { countPeople, findPerson, listPeople } from '#src/server/people/people.ts'
import { memberAction } from './define.ts'

export const people = {
  list: memberAction({ input: PeopleQuery, handler: listPeople }),

  count: memberAction({ handler: countPeople }),

  passwordAllowance: memberAction({ handler: readPasswordAllowance }),

  read: memberAction({ input: PersonQuery, handler: findPerson }),

  act: memberAction({ input: PersonActionInput, delivers: true, handler: actOnPeople }),

  describe: memberAction({ input: CompanyRoleInput, handler: setCompanyAndRole }),

  setGroups: memberAction({ input: GroupsInput, handler: setGroups }),

  previewInvitation: memberAction({
    input: InvitationQuery,
    async handler(_deps, _signedIn, { email: to, name: fullName, company }) {
      // Nobody has this token.
      const invitation = { kind: 'invitation', to, fullName, company, token: 'their-own' } as const
      const { subject, text } = await composeMail(invitation)
      return { subject, text }
    },
  }),

  invite: memberAction({ takes: 'people', input: InviteInput, handler: invitePeople }),
}
