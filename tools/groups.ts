import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupsSchema } from '../src/schemas/groups.ts'
import { ContentError } from '../src/content-check/problem.ts'
import { readFile } from '../src/content-check/read-file.ts'

const GROUPS = 'src/content/groups.yaml'

/** @throws ContentError for a file with mistakes. */
export function readGroups(root: string) {
  if (!existsSync(join(root, GROUPS))) return []
  const { data, problems } = readFile(root, GROUPS, groupsSchema)
  if (!data) throw new ContentError(problems)
  return data.groups
}
