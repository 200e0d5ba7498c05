import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#src/shared/units.ts'

/** The time in milliseconds since 1970, by the minute and when the member comes back to the page. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const update = () => setNow(Date.now())
    const timer = setInterval(update, MINUTE_MS)
    addEventListener('pageshow', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}
