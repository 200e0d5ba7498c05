import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader } from 'astro/loaders'
import { z } from 'zod'
import type { Pack } from '../schemas/files.ts'
import type { Cohort } from '../shared/playlist/model.ts'
import { readFolder, type ContentFile } from './folder.ts'
import { readPlaylist } from './playlist/read-playlist.ts'
import { ContentError } from './problem.ts'

/** One entry a file of a kind, as the check of the content reads it. In development the check has it loaded again. */
export function contentLoader(kind: ContentFile['kind'], packs: readonly Pack[]): Loader {
  return {
    name: 'content',
    load: async (context) => {
      const { store } = context
      const root = fileURLToPath(context.config.root)
      const { files, problems } = readFolder(root, packs)
      if (problems.length > 0) throw new ContentError(problems)
      store.clear()
      for (const { id, data, body, source } of files.filter((file) => file.kind === kind)) {
        const digest = context.generateDigest({ data, body })
        const entry = { id, data: { ...data }, filePath: source.file, digest }
        const fileURL = pathToFileURL(join(root, source.file))
        if (body === undefined) store.set(entry)
        else store.set({ ...entry, body, rendered: await context.renderMarkdown(body, { fileURL }) })
      }
    },
  }
}

/** One entry a cohort, the newest first by `order`: a video's address has to be unique over all of them. */
export function playlistLoader() {
  return {
    name: 'playlist',
    schema: z.custom<{ order: number; cohort: Cohort }>(),
    load: async (context) => {
      const folder = fileURLToPath(new URL('content/playlist', context.config.srcDir))
      const render = async (markdown: string, path: string) =>
        (await context.renderMarkdown(markdown, { fileURL: pathToFileURL(join(folder, path)) })).html
      const { cohorts, problems } = await readPlaylist(folder, 'src/content/playlist', render)
      if (problems.length > 0) throw new ContentError(problems)
      context.store.clear()
      cohorts.forEach((cohort, order) => {
        const digest = context.generateDigest(JSON.stringify(cohort))
        context.store.set({ id: cohort.path, data: { order, cohort }, digest })
      })
    },
  } satisfies Loader
}
