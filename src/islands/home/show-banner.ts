import { DAY_MS } from '#src/shared/units.ts'
import { requireViewer } from '../../lib/viewer.ts'
import { readKnownProgress } from '../../lib/progress.ts'

/* An inline script behind home's banner, which decides before the first paint whether it stands there: later it would move the page. */

/** Who came in later than this may be new to the portal on each of their devices. */
const NEW_FOR_MS = 14 * DAY_MS

const { id, memberSince, avatarUrl } = requireViewer()
const progress = readKnownProgress(id)
const isNew = memberSince !== null && Date.now() - memberSince < NEW_FOR_MS
/** What makes its steps done. Without any, it stays. */
const steps = document.querySelector<HTMLElement>('[data-welcome]')?.dataset.welcome ?? ''
const isDone = (step: string) =>
  step === 'picture' ? avatarUrl !== null : progress?.get(step)?.watched === true
const isNeeded = steps === '' || (progress === null ? isNew : !steps.split(' ').every(isDone))
document.documentElement.toggleAttribute('data-newcomer', isNeeded)
