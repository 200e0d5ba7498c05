import { METHODS } from 'node:http'
import { type Draft, draftOf, type Recipe, SITE } from './draft.ts'
import { bringsUnknownToken } from './judge.ts'
import { cookieOf, liveTokens } from './people.ts'
import { type Pages, recipeOf } from './recipes.ts'
import { numbers, type Task } from './report.ts'

const MOST_PIPELINED = 16

/** From one address fewer than the limit on made-up sessions; from an address that floods, many more. */
const MOST_UNKNOWN_TOKENS = 8
const FLOOD_EVERY = 300
const FLOOD_CONNECTIONS = 4
const FLOODING = '127.255.0.1'

/** A run's requests by connections: what is likely to end one comes alone, and what it left unanswered comes again. */
export class Batches {
  readonly #numbers: Generator<number, void>
  readonly #seed: number
  readonly #pages: Pages
  readonly #again: Asked[] = []
  readonly #alone: Asked[] = []
  #connections = 0

  constructor(task: Task, pages: Pages) {
    this.#numbers = numbers(task)
    this.#seed = task.seed
    this.#pages = pages
  }

  /** null when there is nothing more to ask. */
  take(): Batch | null {
    const from = this.freshAddress()
    const [one] = this.#alone.splice(0, 1)
    if (one) return { asked: [one], from }
    const isFlood = this.#connections % FLOOD_EVERY < FLOOD_CONNECTIONS
    const mostUnknown = isFlood ? MOST_PIPELINED : MOST_UNKNOWN_TOKENS
    const asked: Asked[] = []
    for (let unknown = 0; asked.length < MOST_PIPELINED && unknown < mostUnknown;) {
      const next = this.#again.shift() ?? this.#next(isFlood)
      if (!next) break
      if (!isOrdinary(next.draft)) {
        this.#alone.push(next)
        continue
      }
      if (bringsUnknownToken(next.draft, liveTokens)) unknown += 1
      asked.push(next)
    }
    if (asked.length > 0) return { asked, from: isFlood ? FLOODING : from }
    return this.#alone.length > 0 ? this.take() : null
  }

  /** The first of them may itself have ended the connection. */
  giveBack([first, ...rest]: readonly Asked[]): void {
    if (first) this.#alone.push(first)
    this.#again.push(...rest)
  }

  /** Of the whole loopback network, each used once and again only after all others. */
  freshAddress(): string {
    this.#connections += 1
    const nth = this.#connections % 0xfe_0000
    return `127.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`
  }

  #next(isFlood: boolean): Asked | null {
    const { value: nth, done: isOver } = this.#numbers.next()
    if (isOver) return null
    const recipe = recipeOf(this.#seed, nth, this.#pages)
    return askedAs(isFlood ? { ...recipe, visitor: 'forged' } : recipe, nth)
  }
}

export function askedAs(recipe: Recipe, nth: number): Asked {
  return { recipe, nth, draft: draftOf(recipe, cookieOf(recipe.visitor, nth)) }
}

/** Whether a host of HTTP/1.1 is likely to keep the connection after it. */
function isOrdinary({ method, authority, host, path, query, headers }: Draft): boolean {
  const isFramed = headers.some(([name]) => FRAMING.includes(name))
  return (
    method !== 'TRACE' &&
    METHODS.includes(method) &&
    !isFramed &&
    !authority &&
    host === SITE &&
    VISIBLE.test(path + query)
  )
}

const FRAMING = ['connection', 'content-length', 'expect', 'te', 'transfer-encoding', 'upgrade']

const VISIBLE = /^\/[^"#<>?\\^`{}|\s\u0080-\uffff]*(\?[^"#<>\s]*)?$/

export interface Asked {
  recipe: Recipe
  nth: number
  draft: Draft
}

export interface Batch {
  asked: Asked[]
  /** The address that it comes from. */
  from: string
}
