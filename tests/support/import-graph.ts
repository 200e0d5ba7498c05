import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import ts from 'typescript'

/** What each source file imports: own files as paths from the repository's root, packages by their specifier. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function readImportGraph(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) => sourceFiles(join(root, folder)))
  return new Map(files.map((file) => [relative(root, file), importsOf(root, file)]))
}

/** Everything that `entry` pulls in, directly or not: files and packages. */
export function reachableFrom(graph: ImportGraph, entry: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (file: string) => {
    for (const imported of graph.get(file) ?? []) {
      if (reached.has(imported)) continue
      reached.add(imported)
      visit(imported)
    }
  }
  visit(entry)
  return reached
}

/** Files, or folders, that import one another in a ring, directly or not: one sorted list for each ring. */
export function circlesOf(graph: ImportGraph): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachableFrom(graph, file)]))
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) ?? false
  const inCircles = [...graph.keys()].filter((file) => reaches(file, file)).sort()
  return inCircles
    .map((file) => inCircles.filter((other) => reaches(file, other) && reaches(other, file)))
    .filter(([first], index) => first === inCircles[index])
}

/**
 * For every folder, which of the files and folders in it import which of their neighbours there, or anything below
 * those. Files that import one another in a circle are a circle here, too.
 */
export function neighboursOf(graph: ImportGraph): ReadonlyMap<string, ImportGraph> {
  const folders = new Map<string, Map<string, string[]>>()
  for (const [file, imports] of graph) {
    for (const imported of imports.filter((path) => path !== file && graph.has(path))) {
      const { folder, from, to } = partingOf(file, imported)
      const neighbours = folders.get(folder) ?? new Map<string, string[]>()
      neighbours.set(from, [...(neighbours.get(from) ?? []), to])
      neighbours.set(to, neighbours.get(to) ?? [])
      folders.set(folder, neighbours)
    }
  }
  return folders
}

/** The folder that two files share, and what in it each of them is or belongs to. */
function partingOf(file: string, imported: string): { folder: string; from: string; to: string } {
  const [one, other] = [file.split('/'), imported.split('/')]
  const depth = one.findIndex((part, index) => part !== other[index])
  return {
    folder: one.slice(0, depth).join('/'),
    from: one.slice(0, depth + 1).join('/'),
    to: other.slice(0, depth + 1).join('/'),
  }
}

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|astro)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function importsOf(root: string, file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const script = file.endsWith('.astro') ? scriptsOfAstro(source) : source
  const specifiers = ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName)
  return specifiers.map((specifier) => toPath(root, file, specifier))
}

/** The frontmatter and every `<script>` block: all that can import in an Astro component. */
function scriptsOfAstro(source: string): string {
  const frontmatter = /^---\n(.*?)\n---/s.exec(source)?.[1] ?? ''
  const scripts = [...source.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script)
  return [frontmatter, ...scripts].join('\n')
}

function toPath(root: string, file: string, specifier: string): string {
  if (specifier.startsWith('#src/')) return specifier.replace('#src/', 'src/')
  if (!specifier.startsWith('.')) return specifier
  return posix.normalize(join(dirname(relative(root, file)), specifier))
}
