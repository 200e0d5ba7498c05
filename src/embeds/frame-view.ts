import type { AudienceMark } from '#src/shared/audience.ts'
import type { Embed, Frame } from '#src/embeds/embed.ts'

export interface TabView {
  id: string
  label: string
  audience?: AudienceMark
  /** Where it leads without a script. */
  href: string
  frames: FrameView[]
  tabs: TabView[] | null
  /** Completes “We’ll add … soon.” while its page has nothing to show. */
  comingSoon?: string | undefined
}

export interface FrameView extends Embed, Pick<Frame, 'title' | 'prefill'> {
  zone?: string | undefined
  /** Its site can't be framed: a card with a link is shown in its place. */
  opensInNewTab: boolean
  remedies: readonly string[]
  contact: string
}
