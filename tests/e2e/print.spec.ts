import { anyMember, expect, test } from './portal.ts'

test('on paper a page is what it says: no menu and no tools, a frame as its title and address', async ({
  page,
}) => {
  await anyMember(page)
  await page.goto('/leaderboard')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: '/samples/leaderboard', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('iframe')).toBeHidden()
})

test('on paper every tab follows the one before, and nothing is cut off', async ({ page }) => {
  await anyMember(page)
  await page.goto('/network')
  await page.emulateMedia({ media: 'print' })
  const frames = page.getByRole('main').getByRole('link', { name: /^\/samples\// })
  const tops = await frames.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(4)
  expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b))

  await page.goto('/video-playlist/cohort-17/00-week-0/01-onboarding')
  const last = page.getByRole('main').getByText('I will see you on Monday. Mahalo.')
  await expect(last).toBeVisible()
  const isCut = await last.evaluate((line) => {
    const bottom = line.getBoundingClientRect().bottom + scrollY
    return (
      bottom > document.documentElement.scrollHeight ||
      getComputedStyle(line.closest('ol') ?? line).overflowY !== 'visible'
    )
  })
  expect(isCut).toBe(false)
})
