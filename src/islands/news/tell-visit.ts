import type { VisitForm } from '#src/shared/news/form.ts'
import { toVisitForm } from '#src/shared/news/visit.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { isSessionOver } from '../session.ts'
import { keepAnswer, readStored, VISIT_CHANGED } from './stored-visit.ts'

/**
 * Tells the portal what this browser knows of the visit, and keeps what it answers. What it did not hear is told again. It
 * stands on every page, so it does without the actions' client.
 */
export async function tellVisit(): Promise<void> {
  telling ??= tell().finally(() => {
    telling = null
  })
  await telling
}

let telling: Promise<void> | null = null

async function tell(): Promise<void> {
  const stored = readStored()
  if (!stored || isOver()) return
  const { unsent } = stored
  try {
    const answer = await fetch(`${ACTIONS_PREFIX}progress.tellVisit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(toVisitForm(stored, unsent, Date.now())),
    })
    if (!answer.ok || isOver()) return
    keepAnswer(decode(await answer.text()), unsent, Date.now())
    dispatchEvent(new Event(VISIT_CHANGED))
  } catch {
    // Offline.
  }
}

/** Actions answer with a flat list of values, in which a number is the place of a value; the first is the whole. */
function decode(text: string): VisitForm {
  const values = JSON.parse(text) as [Record<keyof VisitForm, number>, ...unknown[]]
  const [places] = values
  return {
    sinceMsAgo: values[places.sinceMsAgo] as number | null,
    beganMsAgo: values[places.beganMsAgo] as number,
    dismissed: (values[places.dismissed] as number[]).map((place) => values[place] as string),
  }
}

/** The member signed out since, or somebody else in. */
function isOver(): boolean {
  return isSessionOver()
}
