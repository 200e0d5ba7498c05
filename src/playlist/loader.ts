import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Loader, LoaderContext } from 'astro/loaders'
import type { Cohort } from '../shared/playlist/model.ts'
import { readPlaylist } from './read-playlist.ts'

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
      await loadAll(context)
      watch(context)
    },
  } satisfies Loader
}

async function loadAll(context: LoaderContext): Promise<void> {
  const { config, store } = context
  const folder = fileURLToPath(new URL(FOLDER, config.srcDir))
  const shownAs = relative(fileURLToPath(config.root), folder).split(sep).join('/')
  const cohorts = await readPlaylist(folder, shownAs, keptRendering(context, folder))

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

/** While editing, a change to any file reads everything again: that is faster than knowing what it touched. */
function watch(context: LoaderContext): void {
  const { config, watcher, logger } = context
  if (!watcher) return
  const folder = fileURLToPath(new URL(FOLDER, config.srcDir))
  watcher.add(folder)
  watcher.on('all', (_, path) => {
    if (!path.startsWith(folder)) return
    loadAll(context).catch((cause: unknown) => logger.error(String(cause)))
  })
}
