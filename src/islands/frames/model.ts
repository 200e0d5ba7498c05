import type { CalendarView, Prefill, ProviderId, Shape } from '#src/embeds/embed.ts'

/** What a page shows of other sites: frames side by side, or tabs that hold them. */
export interface FramePageContent {
  title: string
  description: string
  /** A sentence nobody may miss. */
  note?: string | undefined
  frames: FrameView[]
  tabs: TabView[]
}

export interface TabView {
  /** Its fragment in the address, and its panel's id. */
  id: string
  label: string
  /** Where it leads without a script. */
  href: string
  frames: FrameView[]
  tabs: TabView[] | null
}

export interface FrameView {
  title: string
  provider: ProviderId
  src: string
  /** What 'Open in new tab' opens. */
  href: string
  shape: Shape
  sandbox: string | null
  allow: string
  subscribeUrl: string | null
  view?: CalendarView | undefined
  prefill?: Prefill | undefined
  /** It was found to let nobody show it in a frame: there is no use in trying. */
  isRefused: boolean
  /** One sentence on what was wrong when it was last checked. */
  trouble?: string | undefined
  /** What to try when it stays empty. */
  remedies: readonly string[]
}

/** Only the browser knows the whole address: who looks at it, or in whose time. */
export function isCompletedHere({ prefill, view }: Pick<FrameView, 'prefill' | 'view'>): boolean {
  return prefill !== undefined || view !== undefined
}
