import { join, parse } from 'node:path'
import type { z } from 'zod'
import { contentKinds, kindOf, transcriptFiles, type ContentKind } from '../schemas/files.ts'
import { listVisibleFiles } from './list-files.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { readFile, type ReadFile } from './read-file.ts'

/** Reads every content file of a repository, and finds the mistakes that each has by itself. */
export function readContent(root: string): Content {
  const kinds: readonly ContentKind[] = contentKinds
  const names = listVisibleFiles(join(root, 'src/content')).map((name) => `src/content/${name}`)
  const content: Content = { root, files: [], transcripts: [], problems: [] }
  for (const kind of kinds)
    if ('file' in kind && !kind.optional && !names.includes(kind.file))
      content.problems.push(problemAt(kind.file, '', 1, MISSING))
  for (const name of names) {
    const kind = kindOf(name)
    if (kind) {
      const read = readFile(root, name, kind.schema)
      content.files.push({ ...read, kind: kind.name, id: parse(name).name } as ContentFile)
      content.problems.push(...read.problems)
    } else if (transcriptFiles.test(name)) content.transcripts.push(name)
    else if (!LOGO.test(name)) content.problems.push(problemAt(name, '', 1, NOT_READ))
  }
  return content
}

/** None without groups.yaml. */
export function listGroups(files: readonly ContentFile[]) {
  return files.flatMap(({ kind, data }) => (kind === 'groups' ? (data?.groups ?? []) : []))
}

export interface Content {
  root: string
  files: ContentFile[]
  transcripts: string[]
  problems: ContentProblem[]
}

type ReadKind<Kind> = Kind extends ContentKind
  ? ReadFile<z.output<Kind['schema']>> & {
      kind: Kind['name']
      id: string
    }
  : never

export type ContentFile = ReadKind<(typeof contentKinds)[number]>
export type FileOf<Kind> = Extract<ContentFile, { kind: Kind }>

const LOGO = /^src\/content\/logo\.(?:svg|png)$/

const MISSING = 'This file is missing. Restore it from the project’s history.'

export const NOT_READ =
  'The portal doesn’t read this file. It reads pages/<name>.yaml, events/<name>.yaml, announcements/<name>.md, playlist/<cohort>/<week>/<name>.md and a transcript with the video’s name (.vtt or .srt), all named with lowercase letters, digits and single hyphens. Rename this file, move it, or delete it.'
