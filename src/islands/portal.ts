import { ACTIONS_PREFIX } from '#src/shared/paths.ts'

/** What an action answered; null when it could not be reached. */
export function ask<Answer>(action: Promise<Answer>): Promise<Answer | null> {
  return action.catch(() => null)
}

/** Calls an action while the page goes away. */
export function sendBeacon(action: string, form: object): void {
  navigator.sendBeacon(
    ACTIONS_PREFIX + action,
    new Blob([JSON.stringify(form)], { type: 'application/json' }),
  )
}
