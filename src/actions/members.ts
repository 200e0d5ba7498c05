import programme from '../../.astro/programme.json' with { type: 'json' }
import { listMembers, readOwnEntry, saveOwnEntry } from '#src/server/members/directory.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { memberAction } from './define.ts'

export const members = {
  list: memberAction({
    handler: (deps) => (programme.directory ? listMembers(deps) : Promise.resolve([])),
  }),
  readOwn: memberAction({ handler: readOwnEntry }),
  saveOwn: memberAction({ input: DirectoryForm, handler: saveOwnEntry }),
}
