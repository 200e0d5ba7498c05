import type { Embed, Frame } from '#src/embeds/embed.ts'
import type { OpenTab } from '#src/embeds/open-tabs.ts'

export interface TabView extends Omit<OpenTab, 'frames' | 'tabs'> {
  frames: FrameView[]
  tabs: TabView[] | null
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
