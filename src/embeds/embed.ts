/** One page of the programme, as its YAML file in `src/content/pages` reads once it has been checked. */
export type Page = FramedPage | TabbedPage

export interface FramedPage extends PageHeading {
  /**
   * They stand side by side from 1024 px. A page without any either says what is still to come (`adds`) or has a page
   * in `src/pages`, which shows this heading.
   */
  frames: Frame[]
  /** Completes “We'll add … soon.” while the page has nothing to show. */
  adds?: string | undefined
}

export interface TabbedPage extends PageHeading {
  tabs: Tab[]
}

interface PageHeading {
  title: string
  description: string
  /** A sentence that no one may miss, above the frames. */
  note?: string | undefined
  /** The page of the menu that leads to this one, which has no place in it. */
  under?: string | undefined
  /** From when it counts as new, on the programme's clock: a day, or a day and a time. */
  published?: string | undefined
}

export type Tab = PageTab | FrameTab

/** A tab that shows a standalone page's frames, or that page's own tabs. */
export interface PageTab {
  label: string
  page: `/${string}`
}

/** A tab that exists only here. */
export interface FrameTab {
  label: string
  /** Its part of the address, `#<id>`. */
  id: string
  frames: Frame[]
}

export interface Frame {
  title: string
  embed: Embed
  /** Which answers of the form are filled in, by the form's own name for the field. */
  prefill?: Prefill | undefined
}

export type Prefill = Readonly<Record<string, PrefillValue>>
export type PrefillValue = 'email' | 'full_name'

export interface Embed {
  provider: ProviderId
  /** What the frame loads. */
  src: string
  /** What 'Open in new tab' opens. */
  href: string
  shape: Shape
  /** Whether a frame may show it. What may not be framed, or is not known to be, is a card that opens in a new tab. */
  framing: Framing
  /** The `sandbox` attribute: as little as the provider needs to work. null for a document of this site itself. */
  sandbox: string | null
  /** The `allow` attribute; empty when nothing is allowed. */
  allow: string
  /** Where a calendar's events can be had by another calendar. */
  subscribeUrl: string | null
  view?: CalendarView | undefined
}

export type CalendarView = 'agenda' | 'month' | 'week'

export type Framing =
  | 'allowed'
  /** Its host lets no site frame it. */
  | 'refused'
  | 'unknown'

/** What the skeleton looks like while the frame loads. */
export type Shape = 'table' | 'form' | 'calendar' | 'document' | 'list' | 'video' | 'board' | 'page'

export type ProviderId =
  /** A document of this site itself. */
  | 'own'
  | 'airtable'
  | 'google-calendar'
  | 'google-docs'
  | 'google-sheets'
  | 'google-slides'
  | 'google-drive'
  | 'google-forms'
  | 'youtube'
  | 'typeform'
  | 'notion'
  | 'miro'
  | 'web'
