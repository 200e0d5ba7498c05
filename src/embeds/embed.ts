/** A page of the programme: a checked YAML file of `src/content/pages`. */
export type Page = FramedPage | TabbedPage

export interface FramedPage extends PageHeading {
  /**
   * They are side by side from 1024 px. A page without frames has a text, says what is to come (`adds`), or has a page in
   * `src/pages`, which shows this heading.
   */
  frames: Frame[]
  /** The programme's own words, in Markdown. */
  text?: string | undefined
  /** Completes “We’ll add … soon.” while the page has nothing to show. */
  adds?: string | undefined
}

export interface TabbedPage extends PageHeading {
  tabs: Tab[]
  text?: undefined
}

interface PageHeading {
  title: string
  description: string
  /** An important sentence, shown above the frames. */
  note?: string | undefined
  /** For a page that isn't in the menu: the page there that leads to it. */
  under?: string | undefined
  /** When it was published, in the programme's time zone: a day, or a day and a time. */
  published?: string | undefined
}

/** A tab that shows a standalone page's frames or tabs, or frames of its own at its fragment. */
export type Tab = { label: string } & ({ page: `/${string}` } | { id: string; frames: Frame[] })

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
  /** The frame's address. */
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
  /** A document, sheet, presentation, folder or file. */
  | 'google'
  | 'google-calendar'
  | 'google-forms'
  | 'youtube'
  | 'typeform'
  | 'notion'
  | 'web'
