import type { VideoProgress } from '#src/shared/playlist/progress.ts'

/** How far each member is with each video. */
export interface ProgressBook {
  /** Everything known about this member's videos. */
  of(memberId: string): Promise<VideoProgress[]>
  /**
   * Writes what one device knows, all or nothing. Of positions and of marks the later one stays, in whatever order
   * devices arrive. Nothing happens for a member who is gone.
   */
  keep(memberId: string, changes: readonly VideoProgress[]): Promise<void>
}
