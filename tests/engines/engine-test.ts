import { test as base } from 'playwright/test'
import type { Engine } from '../support/find-browser.ts'
import { knownPerson, type Person } from '../e2e/portal.ts'
import { openSite, type EngineSite } from './site.ts'
import { startBrowser } from './webdriver.ts'

/** Tests of one engine share a window, and a member who signs in first. After a failure both are new. */
export const test = base.extend<object, InEngine>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  site: [
    async ({ engine }, use) => {
      const driver = await startBrowser(engine)
      await use(await openSite(driver, process.env.LANAI_TEST_URL ?? ''))
      await driver.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  member: [
    async ({ site }, use) => {
      const person = await knownPerson()
      await site.open('/auth?next=/')
      await signIn(site, person)
      await use(person)
    },
    { scope: 'worker' },
  ],
})

export async function signIn(site: EngineSite, { email, password }: Person): Promise<void> {
  await site.fill('[name=email]', email)
  await site.fill('[name=password]', password)
  await site.press('button[type=submit]', 'Sign in')
  await site.until(() => document.querySelector('h1')?.textContent.includes('Leilani') === true)
}

export interface InEngine {
  engine: Engine
  site: EngineSite
  member: Person
}
