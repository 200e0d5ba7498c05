import startPortal from '../e2e/start-portal.ts'
import { startTlsFront } from '../support/tls-front.ts'

/** Starts the portal of the tests over https, as members open it; returns what stops it. */
export default async function startHttpsPortal(): Promise<() => Promise<void>> {
  const stop = await startPortal()
  const front = await startTlsFront(process.env.LANAI_TEST_URL ?? '')
  process.env.SITE_URL = process.env.LANAI_TEST_URL = front.url
  return () => {
    front.close()
    return stop()
  }
}
