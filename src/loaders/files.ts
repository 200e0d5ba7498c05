import { existsSync, readdirSync } from 'node:fs'
import { join, parse, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import type { z } from 'zod'
import { readFrontMatter } from '../content-check/front-matter.ts'
import { problemsOf } from '../content-check/issues.ts'
import { ContentError, type Problem } from '../content-check/problem.ts'
import { readText } from '../content-check/read-text.ts'
import { readSource, type Source } from '../content-check/source.ts'
import { watchFolder } from './watch-folder.ts'

/**
 * One entry a YAML or Markdown file, by the file's name, read as the content check reads it: one reader, so that what the
 * check found right is right, and what is wrong is said once. Astro's own loader reads YAML by another version of it, and
 * tells a mistake a second time, without its line.
 *
 * @param folder from the project, ending with `/`.
 * @param names the files meant.
 */
export function filesLoader(folder: string, names: RegExp, schema: z.ZodType): Loader {
  return {
    name: 'content-files',
    load: async (context) => {
      const path = fileURLToPath(new URL(folder, context.config.root))
      const load = () => loadAll(context, path, names, schema)
      await load()
      watchFolder(context, path, load)
    },
  }
}

async function loadAll(
  context: LoaderContext,
  folder: string,
  names: RegExp,
  schema: z.ZodType,
): Promise<void> {
  const { store } = context
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => names.test(name)) : []
  const ids = new Set(files.map((name) => parse(name).name))
  for (const id of store.keys()) if (!ids.has(id)) store.delete(id)
  for (const name of files.sort()) await loadFile(context, join(folder, name), schema)
}

/** While editing, one with a mistake stays as it was, for as long as the content check shows the mistake over the page. */
async function loadFile(context: LoaderContext, path: string, schema: z.ZodType): Promise<void> {
  const { config, store } = context
  const file = relative(fileURLToPath(config.root), path).split(sep).join('/')
  const read = readFile(path, file, schema)
  if (!read.ok) {
    if (context.watcher) return
    throw new ContentError(read.problems)
  }
  const id = parse(path).name
  const { source, body } = read
  const data = await context.parseData({ id, data: source.value as Record<string, unknown>, filePath: path })
  const digest = context.generateDigest({ data, body })
  if (body === undefined) {
    store.set({ id, data, filePath: file, digest })
  } else {
    const rendered = await context.renderMarkdown(body, { fileURL: pathToFileURL(path) })
    store.set({ id, data, body, rendered, filePath: file, digest })
  }
}

function readFile(path: string, file: string, schema: z.ZodType): ReadFile {
  const read = readText(path, file)
  if (!read.ok) return { ok: false, problems: [read.problem] }
  const found = path.endsWith('.md') ? readFrontMatter(file, read.text) : readYaml(file, read.text)
  if (!found.ok) return found
  const problems = problemsOf(found.source, schema)
  return problems.length > 0 ? { ok: false, problems } : found
}

function readYaml(file: string, text: string): ReadFile {
  const source = readSource(file, text)
  return source.problems.length > 0 ? { ok: false, problems: source.problems } : { ok: true, source }
}

type ReadFile = { ok: true; source: Source; body?: string } | { ok: false; problems: readonly Problem[] }
