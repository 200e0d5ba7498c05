import type { Page } from 'playwright/test'
import { expect, query, signInAsAdmin, signInAsMember, test, waitForHydration } from './portal.ts'

test.use({ serviceWorkers: 'allow', allowConsoleErrors: [/status of 40[04]/] })

/** In tests/programme, each has something for the group. */
const ADDRESSES = ['/', '/network', '/mentor-lounge', '/calendar.ics', '/search.json', '/transcripts.json']

test('an open page gets nothing more of a group that its member has left', async ({ page }) => {
  const { email } = await signInAsMember(page)
  await move(email, ['kiawe'], [])
  await page.goto('/network')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/mentor-lounge')
  await waitForHydration(page)
  // The browser keeps each with its ETag.
  expect(await addressesWithCanary(page)).toEqual(ADDRESSES)

  await move(email, ['ohelo'], ['kiawe'])
  expect(await addressesWithCanary(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('kiawe')
  await expect(page.getByText('No results for “kiawe”')).toBeVisible()
  await page.keyboard.press('Escape')
  const prefetched = page.waitForEvent('requestfinished', (each) => 'sec-purpose' in each.headers())
  const next = page.locator('#navigation').getByRole('link', { name: 'Network', exact: true })
  await next.hover()
  await prefetched
  await next.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network')
  expect(await page.content()).not.toMatch(/kiawe/i)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  expect(await page.evaluate(() => caches.keys()), 'of the worker').toEqual([])
})

test('a mark of a video says that the group was left', async ({ page }) => {
  const { email } = await signInAsMember(page)
  await move(email, ['naupaka'], [])
  await page.goto('/video-playlist#The-naupaka-start')
  await page.getByRole('button', { name: 'Mark watched' }).waitFor()
  await move(email, [], ['naupaka'])
  await page.getByRole('button', { name: 'Mark watched' }).click()
  await expect(page.getByText('This video isn’t in your playlist any more.')).toBeVisible()
})

test('staff choose whose view it is, change it, and end it', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/network')
  await waitForHydration(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('view as kiawe')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const bar = page.getByLabel('Your view')
  await expect(bar).toContainText('You see what members of Kiawe mentors see.')
  await page.getByRole('button', { name: 'Your account' }).first().click()
  await expect(page.getByRole('link', { name: 'Manage people' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View as Ohelo alumni' }).click()
  await expect(bar).toContainText('You see what members of Ohelo alumni see.')
  await bar.getByRole('link').press('Enter')
  await expect(page.getByText('For Kiawe mentors').first()).toBeVisible()
  await expect(bar).toBeHidden()
})

async function move(email: string, to: string[], from: string[]) {
  await query('select * from set_groups(array[$1], $2, $3)', [email, to, from])
}

async function addressesWithCanary(page: Page) {
  const answers = await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => (await fetch(address)).text())),
    ADDRESSES,
  )
  return ADDRESSES.filter((_, n) => /kiawe/i.test(answers[n] ?? ''))
}
