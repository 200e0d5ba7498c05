/**
 * The words of SQL or PL/pgSQL text, without comments. `level` is how deep in brackets and CASE a token stands, and in a
 * function's body it begins at 1; `joins` is false for the AND of a BETWEEN.
 */
export function readTokens(sql: string): Token[] {
  const tokens: Token[] = []
  const open: string[] = []
  let between = -1
  for (const match of sql.matchAll(TOKEN)) {
    const [text, blank] = match
    if (blank !== undefined) continue
    const word = text.toLowerCase()
    if (closes(word, open)) open.pop()
    const token = {
      text,
      word,
      start: match.index,
      end: match.index + text.length,
      level: open.length,
      joins: true,
    }
    if (word === 'between') between = token.level
    else if (word === 'and' && token.level === between) [token.joins, between] = [false, -1]
    tokens.push(token)
    if (word === '(' || word === '[' || word === 'case') open.push(word)
    else if (word === '$function$') open.push(word)
  }
  return tokens
}

/** The index of the first token from `from` on that `isEnd` accepts at `level`, or of the first outside of it. */
export function findEnd(
  tokens: Token[],
  from: number,
  level: number,
  isEnd: (token: Token) => boolean,
): number {
  const end = tokens.findIndex(
    (token, n) => n >= from && (token.level < level || (token.level === level && isEnd(token))),
  )
  return end === -1 ? tokens.length : end
}

function closes(word: string, open: string[]): boolean {
  const last = open.at(-1)
  return (
    (((word === ')' && last === '(') || (word === ']' && last === '[') || word === '$function$') &&
      last !== undefined) ||
    (word === 'end' && last === 'case')
  )
}

/** Blank and comment, dollar quote, string, quoted name, number, word, operator, anything else. */
const TOKEN =
  /((?:\s+|--[^\n]*)+|\\[^\n]*)|\$\w*\$|:?'(?:[^']|'')*'|"(?:[^"]|"")*"|\d+(?:\.\d+)?(?!\d)|[a-z_]\w*|::|:=|=>|\.\.|[<>=!~*|#@?+\-/]+|./gi

export interface Token {
  text: string
  /** In lower case. */
  word: string
  start: number
  end: number
  level: number
  joins: boolean
}
