import { findEnd, type Token } from './tokens.ts'

/** Every condition of a text: tokens `from` up to `to`. */
export function findConditions(tokens: Token[]): Condition[] {
  return tokens.flatMap(({ word, level }, n): Condition[] => {
    const ends = ENDS[word]
    if (!ends || isNoCondition(tokens, n)) return []
    const to = findEnd(tokens, n + 1, level, (token) => ends.test(token.word))
    return [{ from: n + 1, to, neutral: /^(?:where|on|having|check)$/.test(word) ? 'true' : 'not' }]
  })
}

/** The parts of a condition that AND or OR joins, and theirs; itself where it has none. */
export function splitCondition(tokens: Token[], condition: Condition): Condition[] {
  const { from, to, neutral } = condition
  const level = tokens[from]?.level ?? 0
  for (const [word, left] of CONNECTIVES) {
    const parts = partsBetween(tokens, condition, level, word)
    if (parts.length > 1) return parts.flatMap((part) => splitPart(tokens, { ...part, neutral: left }))
  }
  const isBracket = tokens[from]?.word === '(' && findEnd(tokens, from + 1, level + 1, () => false) === to - 1
  const inner = isBracket ? splitCondition(tokens, { from: from + 1, to: to - 1, neutral }) : []
  if (inner.length > 1) return inner
  return from < to ? [condition] : []
}

const CONNECTIVES = [
  ['or', 'false'],
  ['and', 'true'],
] as const

function splitPart(tokens: Token[], part: Condition): Condition[] {
  const inner = splitCondition(tokens, part)
  return inner.length > 1 ? [part, ...inner] : [part]
}

const CLAUSE_ENDS =
  /^(?:group|having|order|limit|offset|for|returning|union|on|window|loop|then|join|left|cross|inner|where|,|;|\$function\$)$/

const ENDS: Record<string, RegExp> = {
  where: CLAUSE_ENDS,
  having: CLAUSE_ENDS,
  on: CLAUSE_ENDS,
  check: /^;$/,
  if: /^then$/,
  elsif: /^then$/,
  when: /^(?:then|;|execute)$/,
}

/** `on conflict`, `end if`, `when 'a' then` and `exception when others` begin none; `on true` holds always. */
function isNoCondition(tokens: Token[], n: number): boolean {
  const [before, next, second] = [tokens[n - 1]?.word, tokens[n + 1], tokens[n + 2]?.word]
  if (before === 'end' || before === 'exception' || !next) return true
  if (tokens[n]?.word === 'on' && /^(?:conflict|constraint|delete|update|true|public)$/.test(next.word))
    return true
  return tokens[n]?.word === 'when' && second === 'then' && next.text.includes("'")
}

function partsBetween(tokens: Token[], { from, to }: Condition, level: number, word: string) {
  const cuts = tokens.flatMap((token, n) =>
    n > from && n < to && token.level === level && token.word === word && token.joins ? [n] : [],
  )
  return [from, ...cuts.map((cut) => cut + 1)].map((start, n) => ({
    from: start,
    to: cuts[n] ?? to,
  }))
}

export interface Condition {
  from: number
  to: number
  /** What stands there instead when it is dropped; `not` for its opposite. */
  neutral: 'true' | 'false' | 'not'
}
