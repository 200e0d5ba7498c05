import { errorText } from '#src/shared/errors.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DomUtils } from 'htmlparser2'
import { parse } from 'yaml'
import { VAULT_KEYS } from '#src/shared/paths.ts'
import { fileInDeployStore, deployStoreKeys } from '../../tools/deploy-store.ts'
import { listFiles } from '#src/content-check/list-files.ts'
import { BUILT_PROJECT } from './built-project.ts'
import { type Element, elements, parseHtml } from './html.ts'
import { PROGRAMME } from './project-copy.ts'

const PAGES = join(PROGRAMME, 'pages')

/** The build's own list of files, so that no test can forget a page. */
export function readBuiltSite(root = BUILT_PROJECT): BuiltSite {
  const dist = join(root, 'dist')
  const files = deployStoreKeys(root).filter((key) => key.startsWith(VAULT_KEYS))
  if (files.length === 0) throw new Error('The build has nothing in its vault.')
  return {
    publicFiles: listFiles(dist),
    protectedFiles: files.map((key) => key.slice(VAULT_KEYS.length)),
    read: (file) => readFileSync(join(dist, file), 'utf8'),
    readProtected: (file) => readFileSync(fileInDeployStore(root, VAULT_KEYS + file), 'utf8'),
  }
}

/** The canonical path under which a built page is asked for. */
export function pathOf(file: string): string {
  const path = `/${file.replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path
}

/**
 * What identifies this page in an answer: its title, the addresses of its frames and its longest text. Only visitors who may
 * see the page may get any of them.
 */
export function canariesOf(html: string): string[] {
  // As bytes of an answer, so with the page's own spelling of letters.
  const page = parseHtml(html, { decodeEntities: false })
  const [title] = elements(page, 'title').flatMap(textsIn)
  const frames = elements(page, 'main iframe').flatMap(({ attribs }) =>
    ['src', 'data-src'].flatMap((name) => (attribs[name] ? `${name}="${attribs[name]}"` : [])),
  )
  // The editor's page has nothing but what its script is given.
  const [config] = elements(page, '#config').flatMap(textsIn)
  // What a script can say is in scripts, too.
  const own = elements(page, 'main, main :not(script, style, svg, svg *)')
    .flatMap(textsIn)
    .filter((text) => !sayings.includes(text))
  const words = own.sort((a, b) => b.length - a.length)[0] ?? config
  if (!title || !words || words.length < 12) throw new Error('The page has nothing to recognise it by.')
  const canaries = [`<title>${title}</title>`, words, ...new Set(frames)]
  const missing = canaries.filter((canary) => !html.includes(canary))
  if (missing.length > 0) throw new Error(`The page has no bytes such as ${missing.join()}`)
  return canaries
}

const sayings: string[] = Object.values(errorText)

/** The texts of an element, without those of elements in it. */
function textsIn({ children }: Element): string[] {
  return children.filter(DomUtils.isText).map(({ data }) => data.trim())
}

/** The styles in a page and in the sheets that it links to. */
export function stylesOf(site: BuiltSite, html: string): string {
  const page = parseHtml(html)
  const linked = elements(page, 'link[rel="stylesheet"]').map(({ attribs: { href = '' } }) => href.slice(1))
  return [...elements(page, 'style').map(DomUtils.textContent), ...linked.map(site.read)].join('\n')
}

/** Every members' page by its path, with the title an editor gave it. The home page's is the layout's own. */
export function readPageTitles(): ReadonlyMap<string, string> {
  const pages = readdirSync(PAGES).map((file) => {
    const { title } = parse(readFileSync(join(PAGES, file), 'utf8')) as { title: string }
    return [`/${basename(file, '.yaml')}`, title] as const
  })
  return new Map([['/', 'Home'], ...pages])
}

export interface BuiltSite {
  /** Relative to `dist`. */
  publicFiles: string[]
  /** Relative to the vault. */
  protectedFiles: string[]
  /** The words of a public file. */
  read: (file: string) => string
  readProtected: (file: string) => string
}
