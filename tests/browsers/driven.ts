/** A browser that is driven as its own makers have it driven, with one page. */
export interface Driven {
  name: string
  /** Returns when the page is loaded. */
  open: (url: string) => Promise<void>
  back: () => Promise<void>
  /** What an expression is in the page, as JSON can say it. */
  read: (expression: string) => Promise<unknown>
  /** Of pointer and keyboard, as WebDriver writes them. */
  act: (sources: ActionSource[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  picture: () => Promise<Buffer>
  /** What pages threw since the last call; always none where a browser does not tell. */
  takeErrors: () => string[]
  close: () => Promise<void>
}

export type ActionSource =
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | {
      type: 'pointer'
      id: string
      parameters: { pointerType: 'mouse' | 'touch' }
      actions: (
        | { type: 'pointerMove'; x: number; y: number; duration?: number }
        | { type: 'pointerDown' | 'pointerUp'; button: number }
      )[]
    }

/** A kind of browser: how it is found, and how it is started. */
export interface BrowserKind {
  name: string
  /** Of Debian. */
  packages: string[]
  /** Programs that it takes, each by the names it may have. */
  programs: string[][]
  /** @param programs where each of them is. */
  start: (programs: string[]) => Promise<Driven>
}

/** Of an answer that nobody reads. */
export async function done(answer: Promise<unknown>): Promise<void> {
  await answer
}
