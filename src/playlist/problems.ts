import { inOrder, render, type Problem } from '../content-check/problem.ts'

/** Everything wrong with the playlist at once, in the order of the files. */
export class PlaylistError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const sorted = inOrder(problems)
    super(render(sorted))
    this.name = 'PlaylistError'
    // Its message is for editors; where in this program it was thrown is not.
    this.stack = ''
    this.problems = sorted
  }
}
