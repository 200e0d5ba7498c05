import programme from '../../.astro/programme.json' with { type: 'json' }
import { listMembers, readOwnEntry, saveOwnEntry } from '#src/server/members/directory.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** The members' directory. Nobody is in it where site.yaml switches it off. */
export const members = {
  list: memberAction('members.list', {
    handler: (deps) => (programme.directory ? listMembers(deps) : Promise.resolve([])),
  }),
  readOwn: memberAction('members.readOwn', { handler: readOwnEntry }),
  saveOwn: memberAction('members.saveOwn', {
    body: jsonBody(DirectoryForm),
    outage: 'profile_update_failed',
    handler: saveOwnEntry,
  }),
}
