import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import ts from 'typescript'

/** What each source file imports: own files as paths from the repository's root, packages by their specifier. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function readImportGraph(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) => sourceFiles(join(root, folder)))
  return new Map(files.map((file) => [relative(root, file), importsOf(root, file)]))
}

/** Every file and package that `entry` imports, directly or not. */
function reachableFrom(graph: ImportGraph, entry: string): ReadonlySet<string> {
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

/** The files or folders in an import cycle. */
export function circlesOf(graph: ImportGraph): string[] {
  return [...graph.keys()].filter((file) => reachableFrom(graph, file).has(file)).sort()
}

/**
 * For every folder, which of the files and folders in it import which of their neighbours there, or anything below
 * those. Files that import one another in a circle are a circle here, too.
 */
export function neighboursOf(graph: ImportGraph): ReadonlyMap<string, ImportGraph> {
  const folders = new Map<string, Map<string, string[]>>()
  for (const [file, imports] of graph) {
    for (const imported of imports.filter((path) => path !== file && graph.has(path))) {
      const [one, other] = [file.split('/'), imported.split('/')]
      const depth = one.findIndex((part, index) => part !== other[index])
      const [folder, from, to] = [one.slice(0, depth), one.slice(0, depth + 1), other.slice(0, depth + 1)]
      const neighbours = folders.get(folder.join('/')) ?? new Map<string, string[]>()
      neighbours.set(from.join('/'), [...(neighbours.get(from.join('/')) ?? []), to.join('/')])
      folders.set(folder.join('/'), neighbours)
    }
  }
  return folders
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
