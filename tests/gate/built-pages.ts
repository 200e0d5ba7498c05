import type { BuiltSite } from '../support/built-site.ts'
import { elements, parseHtml } from '../support/html.ts'

/** Every page of the build by its file, without the editor's page, which has a separate policy. */
export function builtPages(site: BuiltSite): [file: string, html: string][] {
  const isPage = (file: string) => file.endsWith('.html') && file !== 'edit.html'
  return [
    ...site.publicFiles.filter(isPage).map((file): [string, string] => [file, site.read(file)]),
    ...site.protectedFiles.filter(isPage).map((file): [string, string] => [file, site.readProtected(file)]),
  ]
}

/** The policy that a page has in its head. */
export function ownPolicy(html: string): Map<string, string[]> {
  const [meta] = elements(parseHtml(html), 'meta[http-equiv="content-security-policy" i]')
  return parsePolicy(meta?.attribs.content ?? '')
}

/** Sources by directive. */
export function parsePolicy(policy: string): Map<string, string[]> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

/** What the page at a path may frame. */
export function framesAllowed(site: BuiltSite, path: string): string[] {
  const sources = ownPolicy(site.readProtected(`${path.slice(1)}.html`)).get('frame-src') ?? []
  return sources.filter((source) => source !== "'none'")
}
