import type { Embed, Frame } from '#src/embeds/embed.ts'

export interface TabView {
  /** Its fragment and its panel's id. */
  id: string
  label: string
  /** Where it leads without a script. */
  href: string
  frames: FrameView[]
  tabs: TabView[] | null
  /** Completes “We’ll add … soon.” while its page has nothing to show. */
  comingSoon?: string | undefined
}

export interface FrameView extends Embed, Pick<Frame, 'title' | 'prefill'> {
  /** A calendar's time zone. */
  zone?: string | undefined
  /** Shown as a card that opens in a new tab, not as a frame. */
  isCard: boolean
  /** What to try when the frame stays empty. */
  remedies: readonly string[]
  /** Who reads what members report. */
  contact: string
}
