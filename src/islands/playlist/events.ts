/**
 * How the parts of the playlist's screen talk: events on `document`, so that none knows another. The page itself
 * is the model (see `page.ts` for reading it): a video is an `<article data-video>`, its row in the list is a
 * `<a data-row>`, and the player mounts in the article's `[data-player]` in place of the facade.
 */
export interface PlaylistEvents {
  /**
   * A video is shown now: its article is visible, its row current, and the fragment set. `seconds` is the moment a
   * link named (`&t=`), else null. Sent for the first video of a visit, too.
   */
  'playlist:select': { article: HTMLElement; fragment: string; seconds: number | null; cause: SelectionCause }

  /** Somebody pressed play on the facade, or a line of the transcript before anything played. */
  'playlist:play': { article: HTMLElement; seconds: number | null }

  /** Somebody pressed a line of the transcript: the player goes there, and starts when it has not. */
  'playlist:jump': { article: HTMLElement; seconds: number }

  /** The player says where it is, about four times a second. The transcript follows. */
  'playlist:time': { article: HTMLElement; seconds: number }

  /** The player plays at another speed now, by its own menu or by ours. */
  'playlist:speed': { speed: number }

  /** The list is not needed any more: where it lies over the page, it goes. */
  'playlist:list-done': null

  /** Rows and articles came into the page (a week, a cohort): whoever marks rows does so again. */
  'playlist:loaded': { fragments: string[] }
}

export type SelectionCause = 'load' | 'press' | 'history' | 'search'

export function send<Name extends keyof PlaylistEvents>(name: Name, detail: PlaylistEvents[Name]): void {
  document.dispatchEvent(new CustomEvent(name, { detail }))
}

/** @returns what stops listening. */
export function listen<Name extends keyof PlaylistEvents>(
  name: Name,
  heard: (detail: PlaylistEvents[Name]) => void,
): () => void {
  const listener = (event: Event) => heard((event as CustomEvent<PlaylistEvents[Name]>).detail)
  document.addEventListener(name, listener)
  return () => document.removeEventListener(name, listener)
}
