import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright/test'
import sharp from 'sharp'
import { readPageTitles } from '../support/built-site.ts'
import { openAccount, openHomeWithSavedData } from '../e2e/account.ts'
import { openEditor, openForm, signInAsEditor } from '../e2e/edit-page.ts'
import { fakeYouTube, waitForPlayer } from '../e2e/fake-youtube.ts'
import { facade } from '../e2e/player-page.ts'
import { waitForPlaylist } from '../e2e/playlist-page.ts'
import {
  createPerson,
  newPerson,
  query,
  reviewPath,
  signIn,
  signInAsAdmin,
  signUp,
  test,
  UNKNOWN_TOKEN,
  waitForHydration,
} from '../e2e/portal.ts'

const FOLDER = join(import.meta.dirname, '../../test-results/screenshots')
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const

/** A screen, and what is pressed on it before the picture is taken. */
interface Scene {
  path?: string
  as?: (page: Page) => Promise<unknown>
  open?: (page: Page) => Promise<unknown>
  /** Where it only exists on some screens. */
  from?: number
  below?: number
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()
const signedOut = () => Promise.resolve()
const PORTRAIT =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="1024" height="1024">
  <path fill="#f2b27a" d="M0 0h8v8H0z"/><circle cx="4" cy="3.4" r="1.9" fill="#3b2a26"/>
  <path fill="#0f6b74" d="M1 8c0-4 6-4 6 0z"/><circle cx="4" cy="3.7" r="1.4" fill="#c98a63"/>
  <circle cx="5.7" cy="2.3" r=".7" fill="#e4573d"/></svg>`)
const video = { path: '/video-playlist#Onboarding' }
const account = (section: Parameters<typeof openAccount>[1]) => ({
  path: '/',
  open: (page: Page) => openAccount(page, section),
})
const search = (words: string) => async (page: Page) => {
  await waitForHydration(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(words)
  await page.getByRole('option').first().waitFor()
}

async function openReview(page: Page): Promise<void> {
  await signInAsAdmin(page)
  await page.goto(await reviewPath(await createPerson('pending')))
}

const scenes: Record<string, Scene> = {
  ...Object.fromEntries(
    [...readPageTitles().keys(), '/members'].map((path) => [`page${path.replaceAll('/', '-')}`, { path }]),
  ),
  auth: { as: signedOut, path: '/auth' },
  'auth-sign-up': { as: signedOut, path: '/auth', open: press('Create an account') },
  'auth-forgot': { as: signedOut, path: '/auth', open: press('Forgot password?') },
  'auth-errors': { as: signedOut, path: '/auth', open: press('Sign in') },
  start: { as: signedOut, path: '/start' },
  'start-receipt': { as: signedOut, open: (page) => signUp(page, newPerson()) },
  'confirm-email': { as: signedOut, path: `/confirm-email?token=${UNKNOWN_TOKEN}` },
  'confirm-email-invalid': { as: signedOut, path: '/confirm-email' },
  'reset-password': { as: signedOut, path: `/reset-password?token=${UNKNOWN_TOKEN}` },
  'keep-account': { as: signedOut, path: `/keep-account?token=${UNKNOWN_TOKEN}` },
  'restore-email': { as: signedOut, path: `/restore-email?token=${UNKNOWN_TOKEN}` },
  unsubscribe: { as: signedOut, path: `/unsubscribe?token=${UNKNOWN_TOKEN}` },
  'state-missing': { path: '/no-such-page' },
  'state-pending': { as: signedOut, open: async (page) => signIn(page, await createPerson('pending')) },
  'state-denied': { as: signedOut, open: async (page) => signIn(page, await createPerson('denied')) },
  decide: { as: openReview },
  'decide-deny': { as: openReview, open: press('Deny…') },
  'decide-done': { as: openReview, open: press('Approve anyway') },
  'decide-list': { as: signInAsAdmin, path: '/people' },
  due: { as: signInAsAdmin, path: '/people?due=' },
  'edit-this-page': { as: signInAsEditor, path: '/leaderboard' },
  'edit-door': { as: signInAsEditor, path: '/edit' },
  'edit-list': {
    as: async (page) => {
      await signInAsEditor(page)
      await openEditor(page)
      await page.getByRole('treeitem', { name: 'Pages' }).click()
    },
  },
  'edit-video': {
    as: async (page) => {
      await signInAsEditor(page)
      await openEditor(page)
      await openForm(page, 'cohort-17-videos/entries/02-week-2/01-sizing-a-market-honestly')
    },
    from: 1024,
  },
  'sidebar-fly-out': {
    path: '/leaderboard',
    open: async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await page.locator('#navigation li:has(details) > a').nth(1).hover()
    },
    from: 1024,
  },
  'member-menu': { path: '/', open: press(/account/i), from: 1024 },
  sheet: { path: '/', open: press('Open menu'), below: 1024 },
  'quick-menu': { path: '/network', open: press('Quick menu'), below: 1024 },
  'page-menu': { path: '/leaderboard', open: press('More'), below: 640 },
  palette: { path: '/', open: search('') },
  'palette-hits': { path: '/', open: search('customers') },
  shortcuts: { path: '/', open: (page) => page.keyboard.press('?'), from: 1024 },
  'account-profile': account('Profile'),
  'account-security': account('Security'),
  'account-calendar': account('Calendar'),
  'account-data': account('My data'),
  'video-playing': {
    ...video,
    open: async (page) => {
      await fakeYouTube(page.context())
      await facade(page).click()
      await waitForPlayer(page)
    },
  },
  'video-notes': { ...video, open: (page) => page.locator('summary', { hasText: /^Notes/ }).click() },
  'video-transcript': {
    path: '/video-playlist',
    open: (page) => page.locator('summary:visible', { hasText: 'Transcript' }).click(),
  },
  'video-share': { path: `${video.path}&t=754`, open: press('Share') },
  'video-list': { ...video, open: press(/All videos/), below: 768 },
  'video-missing': { path: '/video-playlist#No-Such-Session' },
}

let everything: Promise<Awaited<ReturnType<BrowserContext['storageState']>>> | undefined

/** A member with a photo, a note and progress, as a browser of theirs knows them. */
async function openHome(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, viewport: SIZES[2], serviceWorkers: 'block' })
  const page = await context.newPage()
  const portrait = await sharp(PORTRAIT).jpeg().toBuffer()
  const { email } = await openHomeWithSavedData(page, 'Leilani Kealoha', portrait)
  const host = ['example.com', 'example.org', 'example.net'][test.info().parallelIndex]
  await query(`UPDATE users SET email = 'leilani@' || $2 WHERE email = $1`, [email, host])
  await page.reload()
  const state = await context.storageState()
  await context.close()
  return state
}

for (const [name, { path, as, open, from = 0, below = Infinity }] of Object.entries(scenes)) {
  test(`${name} is pictured`, async ({ browser, baseURL }) => {
    for (const viewport of SIZES) {
      if (viewport.width < from || viewport.width >= below) continue
      const storageState = as ? undefined : await (everything ??= openHome(browser, baseURL))
      const context = await browser.newContext({
        baseURL,
        viewport,
        serviceWorkers: 'block',
        ...(storageState && { storageState }),
      })
      const page = await context.newPage()
      await as?.(page)
      if (path) await page.goto(path)
      if (path?.startsWith('/video-playlist')) await waitForPlaylist(page)
      await open?.(page)
      await page.waitForLoadState('networkidle')
      await picture(page, name, viewport.width)
      await context.close()
    }
  })
}

async function picture(page: Page, name: string, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({
      path: join(FOLDER, `${name}.${colorScheme}.${width}.png`),
      animations: 'disabled',
    })
  }
}
