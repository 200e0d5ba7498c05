/** A mistake in a content file, where it is, and what to do about it. */
export interface Problem {
  /** Relative to the repository. */
  file: string
  line: number
  column: number
  /** What is wrong, and then what to do. */
  message: string
  /** The line as it stands in the file. */
  excerpt: string
}

/** Everything that is wrong, for a terminal. */
export function render(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? 'One mistake' : `${problems.length} mistakes`
  const list = problems.map(({ file, line, column, excerpt, message }) => {
    const quote = excerpt.trim() && `    ${line} | ${excerpt.trimEnd().slice(0, 140)}\n`
    return `  ${file}:${line}:${column}\n${quote}    ${message}\n`
  })
  return `${count} in the content:\n\n${list.join('\n')}`
}

/** Everything that is wrong at once, in the order of the files. */
export class ContentError extends Error {
  override name = 'ContentError'
  // Its message is for editors; where in this program it was thrown is not.
  override stack = ''

  constructor(problems: readonly Problem[]) {
    super(render(inOrder(problems)))
  }
}

/** At the beginning of a line of this text, which need not be YAML. */
export function problemAt(file: string, text: string, line: number, message: string): Problem {
  return { file, line, column: 1, message, excerpt: text.split(/\r?\n/)[line - 1] ?? '' }
}

export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column)
}
