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

/** The files in an import cycle. */
export function circlesOf(graph: ImportGraph): string[] {
  return [...graph.keys()].filter((file) => reachableFrom(graph, file).has(file)).sort()
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
