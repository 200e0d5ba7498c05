import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Loader, LoaderContext } from 'astro/loaders'
import { readPlaylist } from '../content-check/playlist/read-playlist.ts'
import { ContentError } from '../content-check/problem.ts'
import type { Cohort } from '../shared/playlist/model.ts'
import { watchFolder } from './watch-folder.ts'

const FOLDER = 'content/playlist/'

/**
 * One entry a cohort, the newest first by `order`. The files are read and checked as a whole: a video's address has to
 * be unique over all cohorts, and an editor wants to hear of every mistake at once.
 */
export function playlistLoader() {
  return {
    name: 'playlist',
    schema: z.custom<{ order: number; cohort: Cohort }>(),
    load: async (context) => {
      const folder = fileURLToPath(new URL(FOLDER, context.config.srcDir))
      const load = () => loadAll(context, folder)
      await load()
      watchFolder(context, folder, load)
    },
  } satisfies Loader
}

/** While editing, the playlist stays as it was for as long as there is a mistake, which the content check shows. */
async function loadAll(context: LoaderContext, folder: string): Promise<void> {
  const { config, store } = context
  const shownAs = relative(fileURLToPath(config.root), folder).split(sep).join('/')
  const { cohorts, problems } = await readPlaylist(folder, shownAs, keptRendering(context, folder))
  if (problems.length > 0) {
    if (context.watcher) return
    throw new ContentError(problems)
  }

  store.clear()
  cohorts.forEach((cohort, order) => {
    const digest = context.generateDigest(JSON.stringify(cohort))
    store.set({ id: cohort.path, data: { order, cohort }, digest })
  })
}

/** Descriptions that did not change since the last build are not rendered again. */
function keptRendering(context: LoaderContext, folder: string) {
  return async (markdown: string, path: string) => {
    const key = `html:${context.generateDigest(markdown)}`
    const kept = context.meta.get(key)
    if (kept !== undefined) return kept
    const { html } = await context.renderMarkdown(markdown, { fileURL: pathToFileURL(join(folder, path)) })
    context.meta.set(key, html)
    return html
  }
}
