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
  /** What 'Open in new tab' opens. */
  href: string
  shape: Shape
  /** Whether a frame may show it. Unless it is allowed, a card opens it in a new tab. */
  framing: 'allowed' | 'unknown'
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
  /** A document of this site itself. */
  | 'own'
  | 'airtable'
  | 'google'
  | 'google-calendar'
  | 'google-forms'
  | 'youtube'
  | 'typeform'
  | 'notion'
  | 'web'
