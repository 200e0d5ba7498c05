import type { Embed, Shape } from '#src/embeds/embed.ts'

/** A document of the site itself, as a pack brings it along. */
export function ownDocument(path: string, shape: Shape = 'document'): Embed {
  return {
    provider: 'own',
    framing: 'allowed',
    src: path,
    href: path,
    shape,
    sandbox: null,
    allow: '',
    subscribeUrl: null,
  }
}
