import { userInfo } from 'node:os'
import type { Input } from './verb.ts'

/** Who is remembered as having done it. */
export function actorOf(input: Input): string {
  return input.value('actor') ?? `admin cli (${systemUser()})`
}

/** A container may run as a number that has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown user'
  }
}
