import type { Embed, Frame } from '#src/embeds/embed.ts'

export interface TabView {
  /** The fragment of its address, and its panel's id. */
  id: string
  label: string
  /** Where it leads without JavaScript. */
  href: string
  frames: FrameView[]
  tabs: TabView[] | null
  adds?: string | undefined
}

export interface FrameView extends Embed, Pick<Frame, 'title' | 'prefill'> {
  /** A calendar's time zone. */
  zone?: string | undefined
  /** Shown as a card that opens in a new tab, not as a frame. */
  isCard: boolean
  /** Its host forbids framing. */
  refusesFrames: boolean
  /** One sentence about what the last check found wrong. */
  trouble?: string | undefined
  /** What to try when the frame stays empty. */
  remedies: readonly string[]
  /** Who reads what members report. */
  contact: string
}
