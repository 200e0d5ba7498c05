import spellings from './spellings.json' with { type: 'json' }

/** Request targets under which a static host, a proxy or a careless comparison may find a page. */
export function spellingsOf(page: string): string[] {
  const parts: Record<string, string> = {
    page,
    PAGE: page.toUpperCase(),
    first: page.charCodeAt(0).toString(16),
    rest: page.slice(1),
  }
  return spellings.map((spelling) => spelling.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ''))
}
