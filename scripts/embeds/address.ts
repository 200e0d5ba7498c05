import type { Framing, ProviderId } from '../../src/embeds/embed.ts'

/** An address somewhere else that the content leads members to. */
export interface Address {
  url: string
  /** What 'Open in new tab' opens. */
  href: string
  provider: ProviderId | 'channel' | 'link'
  framing: Framing
  /** The content files it stands in. */
  files: string[]
}
