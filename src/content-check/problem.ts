export interface ContentProblem {
  file: string
  line: number
  message: string
  excerpt: string
}

export function formatProblems(problems: readonly ContentProblem[]): string {
  const count = problems.length === 1 ? 'One mistake' : `${problems.length} mistakes`
  const list = problems.map(({ file, line, excerpt, message }) => {
    const quote = excerpt.trim() && `    ${line} | ${excerpt.trimEnd().slice(0, 140)}\n`
    return `  ${file}:${line}\n${quote}    ${message}\n`
  })
  return `${count} in the content:\n\n${list.join('\n')}`
}

/** Carries every problem, in the order of files and lines. */
export class ContentError extends Error {
  override name = 'ContentError'
  // Editors read this message; a stack trace wouldn’t help them.
  override stack = ''

  constructor(problems: readonly ContentProblem[]) {
    super(formatProblems(sortProblems(problems)))
  }
}

export function problemAt(file: string, text: string, line: number, message: string): ContentProblem {
  return { file, line, message, excerpt: text.split('\n')[line - 1] ?? '' }
}

export function sortProblems(problems: readonly ContentProblem[]): ContentProblem[] {
  return [...problems].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
