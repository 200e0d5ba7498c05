import { join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import sharp from 'sharp'
import { z } from 'zod'
import { markOf, partOf } from '../shared/audience.ts'
import { decode } from '../shared/decode.ts'
import type { Cohort } from '../shared/playlist/cohort.ts'
import { videosOf } from '../shared/playlist/view.ts'
import { listGroups, readContent, type Content, type ContentFile, type FileOf } from './content.ts'
import { readPlaylist } from './playlist.ts'

/** An Astro loader of the files of one kind, with the data of the content check. */
export function contentLoader<Kind extends ContentFile['kind']>(kind: Kind) {
  const plain = loader(({ files }, render) =>
    files
      .filter((file) => file.kind === kind)
      .map(async ({ id, data, body, source }) => {
        const markdown = kind === 'page' && data && 'text' in data ? String(data.text) : body
        const rendered = await render(markdown, source.file)
        return { id, data: { ...data }, filePath: source.file, body: markdown, rendered }
      }),
  )
  return { ...plain, schema: z.custom<NonNullable<FileOf<Kind>['data']>>() }
}

/** One with an entry for each cohort, the newest first by `order`. Descriptions are HTML. */
export function playlistLoader() {
  const plain = loader((content, render) =>
    readPlaylist(content).cohorts.map(async (cohort, order) => {
      for (const video of videosOf(cohort))
        video.description = (await render(video.description, video.path)).html
      return { id: cohort.path, data: { order, cohort } }
    }),
  )
  return { ...plain, schema: z.custom<{ order: number; cohort: Cohort }>() }
}

function loader(entriesOf: EntriesOf) {
  const load = async ({ config, store, ...context }: LoaderContext) => {
    const root = fileURLToPath(config.root)
    const content = readContent(root)
    // The content check tells them. What was loaded before stays.
    if (content.problems.length > 0) return
    const render: Render = async (markdown, file) => {
      const text = await context.renderMarkdown(markdown, { fileURL: pathToFileURL(join(root, file)) })
      const html = withLinkMarks(withOwnNotes(text.html, parse(file).name), content.files)
      return { ...text, html: await withPictureSizes(html, root) }
    }
    const entries = await Promise.all(entriesOf(content, render))
    store.clear()
    for (const entry of entries) store.set({ ...entry, digest: context.generateDigest({ ...entry }) })
  }
  return { name: 'content', load } satisfies Loader
}

/** The HTML of a text, without GitHub's classes, whose notes no other text of its page has and whose boxes have a name. */
export function withOwnNotes(html: string, name: string): string {
  return html
    .replace(/(?<= (?:id|href|aria-describedby)="#?)(?:user-content-|footnote-label)/g, `${name}-$&`)
    .replace(/ class="(?:contains-task-list|task-list-item|footnotes|data-footnote-backref)"/g, '')
    .replaceAll('<input type="checkbox"', '$& aria-label="Done"')
}

/** The HTML of a text, whose links are only words for members who don't get the page. */
function withLinkMarks(html: string, files: readonly ContentFile[]): string {
  const titles = new Map(listGroups(files).map(({ name, title }) => [name, title]))
  const pages = new Map(
    files.flatMap(({ kind, id, data }) => (kind === 'page' ? [[`/${id}`, data?.for]] : [])),
  )
  return html.replace(
    /(<a href="(\/[^"#?]*)[^>]*>)(.*?)<\/a>/gs,
    (link, opening: string, path: string, words: string) => {
      const names = pages.get(path)
      if (!names) return link
      const mark = markOf([names], titles)
      return partOf(mark, opening) + words + partOf(mark, '</a>')
    },
  )
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

type Render = (markdown: string, file: string) => ReturnType<LoaderContext['renderMarkdown']>
type EntriesOf = (content: Content, render: Render) => Promise<Parameters<LoaderContext['store']['set']>[0]>[]
