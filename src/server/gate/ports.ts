/** The built site as the gate sees it: files that are reached only through it. */
export interface Pages {
  /**
   * A protected file, by its canonical path.
   *
   * @returns null when there is no such file.
   * @throws when the file server fails: that is an outage, not an absence.
   */
  openProtected(path: string): Promise<Response | null>
  /** The same for what must cost next to nothing: read once and kept. */
  openKept(path: string): Promise<Response | null>
  /** A public screen, by its path; throws when it is missing or the file server fails. */
  openPublic(path: string): Promise<Response>
}

/** Where the gate says without personal data that something is wrong, or that it had to refuse a client for a while. */
export type LogOutage = (outage: {
  code: 'gate_busy' | 'gate_unavailable'
  path: string
  cause: unknown
}) => void
