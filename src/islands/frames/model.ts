import type { Embed, Frame } from '#src/embeds/embed.ts'

export interface TabView {
  /** Its fragment in the address, and its panel's id. */
  id: string
  label: string
  /** Where it leads without a script. */
  href: string
  frames: FrameView[]
  tabs: TabView[] | null
  adds?: string | undefined
}

export interface FrameView extends Embed, Pick<Frame, 'title' | 'prefill'> {
  /** A calendar's own zone. */
  zone?: string | undefined
  /** It is not framed, but opens in a new tab. */
  isCard: boolean
  /** Its host lets no site show it in a frame. */
  refusesFrames: boolean
  /** One sentence on what was wrong when it was last checked. */
  trouble?: string | undefined
  /** What to try when it stays empty. */
  remedies: readonly string[]
}
