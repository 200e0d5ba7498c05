import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Twist } from './draft.ts'

/** The shapes of requests by which others' gates were passed, each file with what had gone wrong there. */
export const corpus: readonly Shape[] = readdirSync(join(import.meta.dirname, 'corpus')).flatMap((file) => {
  const text = readFileSync(join(import.meta.dirname, 'corpus', file), 'utf8')
  return (JSON.parse(text) as { shapes: Shape[] }).shapes
})

/** Asks for this page in that way. Each header is a twist of its own, so that those that do not matter can be left out. */
export function twistsOf({ path, deeper = 0, host, headers = {} }: Shape, page: string): Twist[] {
  const name = page.slice(1)
  const fill = (text: string) =>
    text
      .replaceAll('{page}', page)
      .replaceAll('{name}', name)
      .replaceAll('{slashes}', name.replaceAll('/', '%2F'))
      .replaceAll('{hex}', hex(name.slice(0, 1)) + name.slice(1))
      .replaceAll('{allHex}', hex(name))
  return [
    ...(path ? ([(draft) => ({ ...draft, path: fill(path) })] satisfies Twist[]) : []),
    ...Array<Twist>(deeper).fill(encodeAgain),
    ...(host ? ([(draft) => ({ ...draft, host })] satisfies Twist[]) : []),
    ...Object.entries(headers).map(([header, value]): Twist => (draft) => ({
      ...draft,
      headers: [...draft.headers, [header, fill(value)]],
    })),
  ]
}

/** What was encoded is, once more. */
export function encodeAgain<Asked extends { path: string }>(draft: Asked): Asked {
  return { ...draft, path: draft.path.replaceAll('%', '%25') }
}

/** Each byte as `%6c`. */
export function hex(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

interface Shape {
  /** The page's own without one. */
  path?: string
  /** How often it is encoded again. */
  deeper?: number
  host?: string
  headers?: Record<string, string>
}
