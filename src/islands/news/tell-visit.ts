import { actions } from 'astro:actions'
import { toVisitForm } from '#src/shared/news/visit.ts'
import { isSomebodyElse } from '../signed-in.ts'
import { signedOutSinceLoad } from '../signed-out.ts'
import { keepAnswer, readStored, VISIT_CHANGED } from './stored-visit.ts'

/** Tells the portal what this browser knows of the visit, and keeps what it answers. What it did not hear is told again. */
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
    const { data } = await actions.progress.tellVisit(toVisitForm(stored, unsent, Date.now()))
    if (!data || isOver()) return
    keepAnswer(data, unsent, Date.now())
    dispatchEvent(new Event(VISIT_CHANGED))
  } catch {
    // Offline.
  }
}

/** The member signed out since, or somebody else in. */
function isOver(): boolean {
  return signedOutSinceLoad() || isSomebodyElse()
}
