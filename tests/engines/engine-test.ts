import { test as base } from 'playwright/test'
import { knownPerson, type Person } from '../e2e/portal.ts'
import type { Engine } from '../support/find-browser.ts'
import { visitBy, type Visit } from './visit.ts'
import { startBrowser } from './webdriver.ts'

/** All tests of an engine share a browser. After a failure Playwright starts a new one. */
export const test = base.extend<object, Visitors>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  visitor: [
    async ({ engine }, use) => {
      const browser = await startBrowser(engine)
      await use(visitBy(browser, process.env.LANAI_TEST_URL ?? ''))
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  member: [
    async ({ visitor }, use) => {
      const person = await knownPerson()
      await signIn(visitor, person, '/auth')
      await use({ ...visitor, email: person.email })
    },
    { scope: 'worker' },
  ],
})

export async function signIn(visitor: Visit, { email, password }: Person, address: string): Promise<void> {
  await visitor.open(address)
  await visitor.fill('[name=email]', email)
  await visitor.fill('[name=password]', password)
  await visitor.press('[type=submit]')
  await visitor.sees('h1', 'Leilani')
}

export interface Visitors {
  engine: Engine
  /** Not signed in. */
  visitor: Visit
  member: Visit & { email: string }
}
