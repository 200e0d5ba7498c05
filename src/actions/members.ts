import programme from '../../.astro/programme.json' with { type: 'json' }
import {
  listMembers,
  MembersQuery,
  readMemberFilters,
  readOwnEntry,
  saveOwnEntry,
} from '#src/server/members/directory.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { memberAction } from './define.ts'

export const members = {
  list: memberAction({
    input: MembersQuery,
    handler: async (deps, signedIn, query) =>
      programme.directory
        ? listMembers(deps, signedIn, query, programme.groups)
        : { count: 0, members: [], next: null },
  }),
  readFilters: memberAction({
    handler: async (deps, signedIn) =>
      programme.directory
        ? readMemberFilters(deps, signedIn, programme.groups)
        : { companies: [], roles: [] },
  }),
  readOwn: memberAction({ handler: readOwnEntry }),
  saveOwn: memberAction({ input: DirectoryForm, handler: saveOwnEntry }),
}
