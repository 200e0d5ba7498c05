import { ACTIONS_PREFIX } from '#src/shared/paths.ts'

/** The shape of an action's name; anything else in a path is user input and is not repeated. */
const ACTION_NAME = /^[a-z]+\.[a-zA-Z]+$/

/**
 * One line of the log for each call of an action: which one and how it ended (ASVS 5.0 V16.3: sign-in, sign-out, reset). It
 * holds nothing about a person; the request's id leads to the host's own log. null when no action was called.
 */
export function auditLine(request: Request, status: number): AuditLine | null {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null

  const name = pathname.slice(ACTIONS_PREFIX.length)
  return { code: 'action', facts: { action: ACTION_NAME.test(name) ? name : 'unknown', status }, request }
}

interface AuditLine {
  code: 'action'
  facts: { action: string; status: number }
  request: Request
}
