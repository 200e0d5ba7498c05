import { expect } from './portal.ts'
import type { Page } from 'playwright/test'

/** The playlist as journeys find their way in it. */
export const FIRST_TEN = 'Customer Discovery: Finding Your First Ten'
export const FIRST_TEN_HASH = '#Customer-Discovery-Finding-Your-First-Ten'

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** The heading of the one video that is shown. */
export const videoHeading = (page: Page) => page.locator('article:visible').getByRole('heading', { level: 2 })
export const list = (page: Page) => page.getByRole('navigation', { name: 'Videos by week' })

/** Before hydration, each row is a link to YouTube, and the tools are disabled. */
export async function waitForPlaylist(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr] article')).toHaveCount(0)
  await expect(page.locator('fieldset:disabled')).toHaveCount(0)
}

export async function openPlaylist(page: Page, hash = ''): Promise<void> {
  await page.goto(`/video-playlist${hash}`)
  await waitForPlaylist(page)
}
