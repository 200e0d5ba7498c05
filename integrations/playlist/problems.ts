/** Something an editor has to put right: where it is, what is wrong, and what to do. */
export interface Problem {
  /** Relative to the project. */
  file: string
  line: number
  /** One or two sentences: what is wrong, and the remedy. */
  message: string
}

/** Everything wrong with the playlist at once, in the order of the files. */
export class PlaylistError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const sorted = problems.toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line)
    super(describe(sorted))
    this.name = 'PlaylistError'
    // Its message is for editors; where in this program it was thrown is not.
    this.stack = ''
    this.problems = sorted
  }
}

function describe(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? 'One thing' : `${problems.length} things`
  const lines = problems.map(({ file, line, message }) => `  ${file}:${line}\n    ${message}`)
  return `${count} in the playlist must be put right:\n\n${lines.join('\n')}\n`
}
