import { partsFor, type Reader } from '#src/server/gate/parts.ts'
import { builtFile } from '../fakes/pages.ts'
import type { BuiltSite } from '../support/built-site.ts'
import { elements, parseHtml } from '../support/html.ts'

/** Every page of the build for a member who is in no group, by its file, without the editor's page, which has a separate policy. */
export function builtPages(site: BuiltSite): [file: string, html: string][] {
  const isPage = (file: string) => file.endsWith('.html') && file !== 'edit.html'
  return [
    ...site.publicFiles.filter(isPage).map((file): [string, string] => [file, site.read(file)]),
    ...site.protectedFiles.filter(isPage).flatMap((file): [string, string][] => {
      const html = forReader(site.readProtected(file), { groups: [], isStaff: false })
      return html === null ? [] : [[file, html]]
    }),
  ]
}

/** What the reader gets of a built file; null when it isn't for them. */
export function forReader(text: string, reader: Reader, type?: string): string | null {
  const file = partsFor(builtFile(text, type), reader)
  return file && new TextDecoder().decode(file.bytes)
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
