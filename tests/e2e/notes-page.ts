import type { Page } from 'playwright/test'
import { member } from './player-page.ts'
import { expect, query } from './portal.ts'

/** Notes as journeys find their way to them. */

export const noteField = (page: Page) => page.getByRole('textbox', { name: /^Note at/ })
export const note = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

export const notesSummary = (page: Page) => page.locator('summary').filter({ hasText: /^Notes/ })
export const unsavedCount = (page: Page, count?: number) =>
  notesSummary(page).getByText(`${count ?? ''} not saved yet`)

export async function openNotes(page: Page): Promise<void> {
  await notesSummary(page).click()
}

export async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Write a note' }).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(note(page, text)).toBeVisible()
}

export async function removeNote(page: Page, text: string): Promise<void> {
  await note(page, text)
    .getByRole('button', { name: /^Remove/ })
    .click()
}

/** What the portal has of a member. */
export function savedNotes(): Promise<unknown[]> {
  return query(
    'select n.position_seconds as seconds, n.text from notes n join users u on u.id = n.user_id where u.email = $1 order by n.created_at',
    [member.email],
  )
}
