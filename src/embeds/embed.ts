import type { AudienceMark } from '#src/shared/audience.ts'

export interface Frame {
  title: string
  embed: Embed
  /** The form's fields that are filled in, by the form's names for them. */
  prefill?: Prefill | undefined
}

export type Prefill = Readonly<Record<string, PrefillValue>>
export type PrefillValue = 'email' | 'full_name'

export interface Embed {
  provider: ProviderId
  src: string
  href: string
  shape: Shape
  /** A card opens it, because its site may refuse to be framed. */
  opensInNewTab: boolean
  /** The `sandbox` attribute: as little as the provider needs to work. null for a document of this site itself. */
  sandbox: string | null
  /** The `allow` attribute; empty when nothing is allowed. */
  allow: string
  /** The calendar's address for other calendars. null when it has none. */
  subscribeUrl: string | null
  view?: CalendarView | undefined
}

export type CalendarView = 'agenda' | 'month' | 'week'

/** What it shows. The box of a video alone and a sample go by it. */
export type Shape = 'table' | 'form' | 'calendar' | 'document' | 'list' | 'video' | 'page'

export type ProviderId =
  | 'own'
  | 'airtable'
  | 'google'
  | 'google-calendar'
  | 'google-forms'
  | 'youtube'
  | 'typeform'
  | 'notion'
  | 'web'

export function createEmbed(embed: Pick<Embed, 'src' | 'href' | 'sandbox'> & Partial<Embed>): Embed {
  const defaults = {
    provider: 'web',
    shape: 'page',
    allow: '',
    opensInNewTab: false,
    subscribeUrl: null,
  } as const
  return { ...defaults, ...embed }
}

/** For pages that run scripts on their own origin and open links in new tabs. None may navigate the tab that holds them. */
export const READ_ONLY = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** For pages that members also write in. */
export const WITH_FORMS = `${READ_ONLY} allow-forms`

export const WITH_VIDEO = `${READ_ONLY} allow-presentation`

export interface TabView {
  id: string
  label: string
  audience?: AudienceMark
  href: string
  frames: FrameView[]
  tabs: TabView[]
  /** Completes “We’ll add … soon.” while its page has nothing to show. */
  comingSoon?: string | undefined
}

export interface FrameView extends Embed, Pick<Frame, 'title' | 'prefill'> {
  zone?: string | undefined
  remedies: readonly string[]
  contact: string
}
