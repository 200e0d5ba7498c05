import type { Embed } from './embed.ts'

export function createEmbed(embed: Pick<Embed, 'src' | 'href' | 'sandbox'> & Partial<Embed>): Embed {
  const defaults = {
    provider: 'web',
    shape: 'page',
    allow: '',
    framing: 'allowed',
    subscribeUrl: null,
  } as const
  return { ...defaults, ...embed }
}

/** For pages that run scripts on their own origin and open links in new tabs. None may navigate the tab that holds them. */
export const READ_ONLY = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** For pages that members also write in. */
export const WITH_FORMS = `${READ_ONLY} allow-forms`

export const WITH_VIDEO = `${READ_ONLY} allow-presentation`
