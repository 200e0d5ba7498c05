import { findConditions, splitCondition, type Condition } from './conditions.ts'
import { findEnd, readTokens, type Token } from './tokens.ts'

/**
 * Every small fault of this kind that somebody could make in a function's definition, a view or a script: a condition
 * dropped, a comparison turned, a lock taken away. Each is one place of the text and what stands there instead.
 */
export function findChanges(sql: string): Change[] {
  const tokens = readTokens(sql)
  const conditions = findConditions(tokens)
  const inText = (from: number, to: number) => sql.slice(tokens[from]?.start, tokens[to - 1]?.end)
  const isPlpgsql = /\blanguage plpgsql\b/i.test(sql)
  return [
    ...conditions.flatMap((condition) => dropParts(tokens, condition)),
    ...tokens.flatMap((_, n) => [
      ...changeComparison(tokens, n, conditions),
      ...changeLogic(tokens, n, conditions),
      ...dropLock(tokens, n),
      ...changeNumber(tokens, n),
      ...changeInterval(tokens, n),
      ...changeOrder(tokens, n),
      ...dropArgument(tokens, n, inText),
      ...dropWord(tokens, n),
      ...dropClause(tokens, n),
      ...(isPlpgsql ? dropStatement(tokens, n) : []),
    ]),
    ...dropAttributes(sql),
  ].map(({ from, to, instead }) => ({ start: from, end: to, instead }))
}

/** A part that is no more than a comparison is turned into its opposite by what turns comparisons. */
function dropParts(tokens: Token[], condition: Condition): Place[] {
  return splitCondition(tokens, condition)
    .filter(
      ({ from, to, neutral }) =>
        neutral !== 'not' || !tokens.slice(from, to).some(({ word }) => COMPARES.test(word)),
    )
    .map(({ from, to, neutral }) => {
      const instead = neutral === 'not' ? `not (${textOf(tokens, from, to)})` : neutral
      return place(tokens, from, to, tokens[from]?.word === '(' ? `(${instead})` : instead)
    })
}

const COMPARES = /^(?:[<>=!~]+|is|not)$/

const turned: Record<string, string[]> = {
  '<': ['>=', '<='],
  '<=': ['>', '<'],
  '>': ['<=', '>='],
  '>=': ['<', '>'],
  '<>': ['='],
  '~': ['!~'],
  '!~': ['~'],
}

/** Between instants only the direction is turned: nobody can tell two programs apart that differ by a microsecond. */
function changeComparison(tokens: Token[], n: number, conditions: Condition[]): Place[] {
  const { text = '', level = 0 } = tokens[n] ?? {}
  if (text === '=') {
    return isWithin(conditions, n) ? [place(tokens, n, n + 1, '<>')] : []
  }
  const [opposite, ...moved] = turned[text] ?? []
  if (!opposite) return []
  const end = findEnd(tokens, n, level, ({ word }) => /^(?:and|or|then|[;,])$/.test(word))
  const begin = tokens.findLastIndex(
    (token, i) =>
      i < n &&
      (token.level < level || (token.level === level && /^(?:and|or|where|when|if|[;,])$/.test(token.word))),
  )
  const isInstant = tokens
    .slice(begin + 1, end)
    .some(({ word }) => /^(?:now|\w+_(?:at|until)|began|ended|ends)$/.test(word))
  return [opposite, ...(isInstant ? [] : moved)].map((instead) => place(tokens, n, n + 1, instead))
}

function changeLogic(tokens: Token[], n: number, conditions: Condition[]): Place[] {
  const { word, joins } = tokens[n] ?? {}
  const next = tokens[n + 1]?.word
  if (word === 'true' || word === 'false')
    return [place(tokens, n, n + 1, word === 'true' ? 'false' : 'true')]
  if (word === 'is' && next === 'null') return [place(tokens, n, n + 2, 'is not null')]
  if (word === 'is' && next === 'not' && tokens[n + 2]?.word === 'null')
    return [place(tokens, n, n + 3, 'is null')]
  if (word === 'is' && next === 'distinct') return [place(tokens, n, n + 2, 'is not distinct')]
  const isConnective =
    (word === 'and' || word === 'or') && joins && tokens[n - 1]?.word !== 'create' && next !== 'truncate'
  if (isConnective && !isWithin(conditions, n))
    return [place(tokens, n, n + 1, word === 'and' ? 'or' : 'and')]
  return []
}

function dropLock(tokens: Token[], n: number): Place[] {
  const words = tokens.slice(n, n + 5).map(({ word }) => word)
  if (words[0] === 'skip' && words[1] === 'locked') return [place(tokens, n, n + 2, '')]
  const isLock = words[0] === 'for' && /^(?:update|no key update)\b/.test(words.slice(1).join(' '))
  if (!isLock) return []
  return [
    place(
      tokens,
      n,
      findEnd(tokens, n, tokens[n]?.level ?? 0, ({ word }) => /^(?:;|loop)$/.test(word)),
      '',
    ),
  ]
}

function changeNumber(tokens: Token[], n: number): Place[] {
  const { text = '', word } = tokens[n] ?? {}
  if (/^\d+$/.test(text) && Number(text) > 1) return [place(tokens, n, n + 1, String(Number(text) + 1))]
  const isOneMore = (word === '+' || word === '-') && tokens[n + 1]?.text === '1'
  return isOneMore ? [place(tokens, n, n + 2, '')] : []
}

function changeInterval(tokens: Token[], n: number): Place[] {
  const [a, b, c] = tokens.slice(n, n + 3).map(({ text, word }) => (text.startsWith("'") ? "''" : word))
  const isInterval = (a === 'interval' && b === "''") || (a === "''" && b === '::' && c === 'interval')
  if (!isInterval) return []
  const end = a === 'interval' ? n + 2 : n + 3
  return [2, 0.5].map((times) => place(tokens, n, end, `(${textOf(tokens, n, end)} * ${times})`))
}

/** The first key of an order, and the limit that cuts it. */
function changeOrder(tokens: Token[], n: number): Place[] {
  const { word, level = 0 } = tokens[n] ?? {}
  if (word === 'desc') return [place(tokens, n, n + 1, '')]
  if (word === 'order' && tokens[n + 1]?.word === 'by') {
    const end = findEnd(tokens, n + 2, level, (token) => ORDER_ENDS.test(token.word))
    return tokens[end - 1]?.word === 'desc' ? [] : [place(tokens, end, end, ' desc ')]
  }
  if (word !== 'limit' && word !== 'offset') return []
  return [
    place(
      tokens,
      n,
      findEnd(tokens, n + 1, level, (token) => ORDER_ENDS.test(token.word)),
      '',
    ),
  ]
}

const ORDER_ENDS = /^(?:,|;|limit|offset|nulls|for|loop|union)$/

const CHOICES = /^(?:coalesce|greatest|least|nullif)$/

function dropArgument(tokens: Token[], n: number, inText: (from: number, to: number) => string): Place[] {
  const { word = '', level = 0 } = tokens[n] ?? {}
  if (!CHOICES.test(word) || tokens[n + 1]?.word !== '(') return []
  const end = findEnd(tokens, n + 2, level + 1, () => false)
  const comma = findEnd(tokens, n + 2, level + 1, (token) => token.word === ',')
  const [first, others] = [inText(n + 2, comma), inText(comma + 1, end)]
  const ways =
    word === 'nullif'
      ? [first]
      : [first, others.includes(',') && word !== 'coalesce' ? `${word}(${others})` : `coalesce(${others})`]
  return ways.map((instead) => place(tokens, n, end + 1, instead))
}

function dropWord(tokens: Token[], n: number): Place[] {
  const [before, word, next] = [tokens[n - 1]?.word, tokens[n]?.word, tokens[n + 1]?.word]
  if (word === 'distinct' && before !== 'is' && before !== 'not') return [place(tokens, n, n + 1, '')]
  if (word === 'left' && next === 'join') return [place(tokens, n, n + 1, '')]
  const isNegation =
    word === 'not' && before !== 'is' && next !== 'null' && next !== 'distinct' && next !== 'materialized'
  return isNegation ? [place(tokens, n, n + 1, '')] : []
}

function dropClause(tokens: Token[], n: number): Place[] {
  const [word, next, level = 0] = [tokens[n]?.word, tokens[n + 1]?.word, tokens[n]?.level]
  if (word !== 'on' || next !== 'conflict') return []
  const end = findEnd(tokens, n + 2, level, (token) => /^(?:returning|;)$/.test(token.word))
  const action = findEnd(tokens, n + 2, level, (token) => token.word === 'do')
  const isUpdate = tokens[action + 1]?.word === 'update'
  return [place(tokens, n, end, ''), ...(isUpdate ? [place(tokens, action, end, 'do nothing')] : [])]
}

const STARTS = /^(?:perform|update|delete|insert|raise|with|exit)$/

function dropStatement(tokens: Token[], n: number): Place[] {
  const [before, token, next] = [tokens[n - 1], tokens[n], tokens[n + 1]]
  const isStart = before && /^(?:begin|;|then|else|loop)$/.test(before.word) && before.level === token?.level
  if (!isStart || token.level !== 1) return []
  const isReturned = token.word === 'return' && next?.word === 'next'
  if (!STARTS.test(token.word) && next?.word !== ':=' && !isReturned && !isField(tokens, n)) return []
  return [
    place(
      tokens,
      n,
      findEnd(tokens, n, 1, ({ word }) => word === ';'),
      'null',
    ),
  ]
}

/** `new.user_id := …` */
function isField(tokens: Token[], n: number): boolean {
  return tokens[n + 1]?.text === '.' && tokens[n + 3]?.word === ':='
}

/** What the definition says besides: whose rights, and where names are looked up. */
function dropAttributes(sql: string): Place[] {
  const header = sql.slice(0, sql.search(/\bAS \$function\$/))
  return [...header.matchAll(/ SECURITY DEFINER\b|^ SET \w+ TO .*$/gm)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    instead: '',
  }))
}

function isWithin(conditions: Condition[], n: number): boolean {
  return conditions.some(({ from, to }) => from <= n && n < to)
}

function place(tokens: Token[], from: number, to: number, instead: string): Place {
  const start = tokens[from]?.start ?? tokens.at(-1)?.end ?? 0
  const end = from === to ? start : (tokens[to - 1]?.end ?? start)
  return { from: start, to: end, instead }
}

function textOf(tokens: Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text, start }, n, all) => (n > 0 && all[n - 1]?.end !== start ? ' ' : '') + text)
    .join('')
}

interface Place {
  from: number
  to: number
  instead: string
}

export interface Change {
  start: number
  end: number
  instead: string
}
