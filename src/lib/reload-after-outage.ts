import { OUTAGE_RETRY_SECONDS } from '#src/shared/field-limits.ts'
import { SECOND_MS } from '#src/shared/units.ts'

/** Asks first, because a page that reloads in vain takes the focus from 'Try again' and the request's id from who copies it. */
export function reloadAfterOutage(): void {
  setInterval(() => {
    fetch(location.href, { method: 'HEAD', cache: 'no-store' })
      .then(({ status }) => status !== 503 && location.reload())
      .catch(() => undefined)
  }, OUTAGE_RETRY_SECONDS * SECOND_MS)
}
