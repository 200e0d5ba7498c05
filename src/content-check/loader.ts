import { join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import sharp from 'sharp'
import { z } from 'zod'
import { decode } from '../shared/decode.ts'
import type { Cohort } from '../shared/playlist/cohort.ts'
import { readFolder, type ContentFile } from './folder.ts'
import { readPlaylist } from './playlist/read-playlist.ts'
import { ContentError, type ContentProblem } from './problem.ts'

/** An Astro loader with one entry for each file of a kind. */
export function contentLoader(kind: ContentFile['kind']): Loader {
  return loader('content', async (root, render) => {
    const { files, problems } = readFolder(root)
    const entries = files
      .filter((file) => file.kind === kind)
      .map(async (file) => {
        const { id, data, source } = file
        const entry = { id, data: { ...data }, filePath: source.file }
        const body = file.body ?? (file.kind === 'page' ? file.data?.text : undefined)
        return body === undefined ? entry : { ...entry, body, rendered: await render(body, source.file) }
      })
    return { entries: await Promise.all(entries), problems }
  })
}

/** An Astro loader with one entry for each cohort, the newest first by `order`. */
export function playlistLoader() {
  const plain = loader('playlist', async (root, render) => {
    const toHtml = async (markdown: string, file: string) => (await render(markdown, file)).html
    const { cohorts, problems } = await readPlaylist(root, toHtml)
    const entries = cohorts.map((cohort, order) => ({ id: cohort.path, data: { order, cohort } }))
    return { entries, problems }
  })
  return { ...plain, schema: z.custom<{ order: number; cohort: Cohort }>() }
}

/** In development, content with a mistake keeps its last good version. */
function loader(name: string, read: Read) {
  const load = async ({ config, store, watcher, logger, ...context }: LoaderContext) => {
    const root = fileURLToPath(config.root)
    const again = async () => {
      const { entries, problems } = await read(root, async (markdown, file) => {
        const text = await context.renderMarkdown(markdown, { fileURL: pathToFileURL(join(root, file)) })
        const html = withOwnNotes(text.html, parse(file).name)
        return { ...text, html: await withPictureSizes(html, root) }
      })
      if (problems.length > 0) return problems
      store.clear()
      for (const entry of entries) store.set({ ...entry, digest: context.generateDigest({ ...entry }) })
      return []
    }
    const problems = await again()
    if (problems.length > 0 && !watcher) throw new ContentError(problems)
    watcher?.on('all', (_, path) => {
      if (path.startsWith(join(root, 'src/content')))
        again().catch((cause: unknown) => logger.error(String(cause)))
    })
  }
  return { name, load } satisfies Loader
}

/** The HTML of a text, without GitHub's classes, whose notes no other text of its page has and whose boxes have a name. */
export function withOwnNotes(html: string, name: string): string {
  return html
    .replace(/(?<= (?:id|href|aria-describedby)="#?)(?:user-content-|footnote-label)/g, `${name}-$&`)
    .replace(/ class="(?:contains-task-list|task-list-item|footnotes|data-footnote-backref)"/g, '')
    .replaceAll('<input type="checkbox"', '$& aria-label="Done"')
}

/** The HTML of a text, whose pictures say their size, so that nothing moves when they come. */
export async function withPictureSizes(html: string, root: string): Promise<string> {
  const parts = html.split(/(?<=<img src="\/[^"]*")/)
  const sized = parts.map(async (part) => {
    const [, path] = /<img src="(\/[^"]*)"$/.exec(part) ?? []
    if (path === undefined) return part
    const file = sharp(join(root, 'public', decode(path)))
    const size = await file.metadata().then(
      ({ autoOrient }) => autoOrient,
      () => null,
    )
    return size ? `${part} width="${size.width}" height="${size.height}"` : part
  })
  return (await Promise.all(sized)).join('')
}

type Read = (
  root: string,
  render: (markdown: string, file: string) => ReturnType<LoaderContext['renderMarkdown']>,
) => Promise<{ entries: Parameters<LoaderContext['store']['set']>[0][]; problems: ContentProblem[] }>
