import type { Locator, Page } from 'playwright/test'
import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { callAction, expect, type Person, signInAsMember } from './portal.ts'

/** Actions in the account dialog. */

export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Account settings' })
}

/** Opens the dialog from the menu. */
export async function openAccount(page: Page, section: Section = 'Profile'): Promise<Locator> {
  await page
    .getByRole('button', { name: /your account/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Account settings' }).click()
  const dialog = dialogOf(page)
  // Opening ends with the focus in the dialog, which would take it from what a journey does before.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  if (section !== 'Profile') await dialog.getByRole('tab', { name: section }).click()
  return dialog
}

export async function saveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('button', { name: 'Save name' }).click()
}

export async function choosePicture(page: Page, file: Buffer, name = 'me.jpg'): Promise<void> {
  const input = page.locator('input[type=file]:not([capture])')
  await input.setInputFiles({ name, mimeType: 'image/jpeg', buffer: file })
}

export async function changeEmail(page: Page, newEmail: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(newEmail)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Send link' }).click()
}

export async function changePassword(page: Page, password: string, newPassword: string): Promise<void> {
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Update password' }).click()
}

export async function deleteAccount(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
}

/** Makes this page's visitor a member with a photo, a note and progress, and opens the home page. */
export async function openHomeWithSavedData(page: Page, fullName: string, photo: Buffer): Promise<Person> {
  const member = await signInAsMember(page, fullName)
  await callAction(page, 'account.uploadAvatar', photo)
  const video = 'cohort-17/week-0/onboarding'
  const state = { ...UNWATCHED, positionSeconds: 340, durationSeconds: 1800, playedAt: 0 }
  await callAction(page, 'progress.save', { changes: [toProgress(video, state, 1000)] })
  const note = {
    video,
    title: 'Onboarding',
    fragment: 'Onboarding',
    seconds: 340,
    text: 'Ask five customers',
  }
  await callAction(page, 'notes.save', { ...note, id: crypto.randomUUID(), replaces: null })
  await page.goto('/')
  await expect(page.locator('#navigation button[popovertarget] img')).toHaveJSProperty('complete', true)
  return member
}

type Section = 'Profile' | 'Security' | 'Calendar' | 'My data'
