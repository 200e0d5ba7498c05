import {
  listMembers,
  MembersQuery,
  readMemberFilters,
  readOwnEntry,
  saveOwnEntry,
} from '#src/server/members/directory.ts'
import { viewedAs } from '#src/server/member.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { memberAction } from './define.ts'

function asViewed(signedIn: SignedIn, viewAs: string | null): SignedIn {
  return { ...signedIn, member: viewedAs(signedIn.member, viewAs) }
}

export const members = {
  list: memberAction({
    input: MembersQuery,
    handler: async (deps, signedIn, query, { viewAs }) =>
      deps.programme.directory
        ? listMembers(deps, asViewed(signedIn, viewAs), query)
        : { count: 0, members: [], next: null },
  }),
  readFilters: memberAction({
    handler: async (deps, signedIn, _input, { viewAs }) =>
      deps.programme.directory
        ? readMemberFilters(deps, asViewed(signedIn, viewAs))
        : { companies: [], roles: [] },
  }),
  readOwn: memberAction({ handler: readOwnEntry }),
  saveOwn: memberAction({ input: DirectoryForm, handler: saveOwnEntry }),
}
