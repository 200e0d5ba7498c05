import type { Page } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { field, openForm, openSignIn, save, signInAsEditor, signInToEdit } from './edit-page.ts'
import { stubGitHub } from './github-stub.ts'
import { expect, test } from './portal.ts'

// The editor asks for GitHub's status, and logs what fails.
const ELSEWHERE = /githubstatus\.com|net::ERR_|Error |Failed to |status of 40[134]|Your hour of editing/
test.use({ allowConsoleErrors: [ELSEWHERE], viewport: { width: 390, height: 844 } })
test.setTimeout(240_000)

const PAGE = 'src/content/pages/tools.yaml'
const TOOLS = 'title: Tools\ndescription: What we use.\nkind: coming-soon\ncomingSoon: the list\n'

test('an editor without a GitHub account saves a page from a phone', async ({ page }) => {
  const { commits } = await stubGitHub(page, { [PAGE]: TOOLS })
  const editor = await signInAsEditor(page)
  await page.goto('/edit')
  await signInToEdit(page, editor)
  await page.getByRole('treeitem', { name: 'Pages' }).waitFor()
  await openForm(page, 'pages/entries/tools')
  await expect(field(page, 'Title')).toHaveValue('Tools')
  await field(page, 'Title').fill('Our tools')
  await save(page)
  expect(commits).toHaveLength(1)
  expect(commits[0]).toMatchObject({
    message: { headline: `[skip ci] Update Page “tools” (${editor.fullName})` },
    fileChanges: { additions: [{ path: PAGE }], deletions: [] },
  })
  const { account, stored } = await page.evaluate(() => {
    const stored = localStorage.getItem('sveltia-cms.user') ?? ''
    return { stored, account: JSON.parse(stored) as { login: string } }
  })
  expect(account.login).toBe(editor.fullName)
  expect(stored).not.toContain(editor.password)
})

test('what an editor typed outlives their hour', async ({ page }) => {
  const github = await stubGitHub(page, { [PAGE]: TOOLS })
  const editor = await signInAsEditor(page)
  await page.goto('/edit')
  await signInToEdit(page, editor)
  await page.getByRole('treeitem', { name: 'Pages' }).waitFor()
  await openForm(page, 'pages/entries/tools')
  await expect(field(page, 'Title')).toHaveValue('Tools')
  // Only keys that somebody pressed are kept.
  await field(page, 'Title').press('End')
  await field(page, 'Title').pressSequentially(' we share')
  await expect.poll(() => countBackups(page)).toBe(1)
  github.endHour()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const refused = page.getByRole('alertdialog').filter({ hasText: 'Your hour of editing is over.' })
  await refused.getByRole('button', { name: 'OK' }).click()
  await expect(field(page, 'Title')).toHaveValue('Tools we share')

  await page.reload()
  await signInToEdit(page, editor)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'Title')).toHaveValue('Tools we share')
  await save(page)
  expect(github.commits).toHaveLength(1)
})

test('a wrong password gives no token', async ({ page }) => {
  await stubGitHub(page, { [PAGE]: TOOLS })
  const editor = await signInAsEditor(page)
  await page.goto('/edit')
  const popup = await openSignIn(page)
  await popup.getByLabel('Password', { exact: true }).fill('not the password')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(popup.getByText('Your current password is incorrect.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sveltia-cms.user') ?? '')).not.toContain('ghs_')
  await popup.getByLabel('Password', { exact: true }).fill(editor.password)
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('treeitem', { name: 'Cohorts' })).toBeVisible()
})

test('the window hands its token to the editor alone', async ({ page }) => {
  const editor = await signInAsEditor(page)
  await page.goto('/calendar')
  const popup = await openSignIn(page, () =>
    page.evaluate(() => {
      const heard: unknown[] = []
      const popup = window.open('/edit-sign-in?provider=github')
      window.addEventListener('message', ({ data }) => heard.push(data))
      Object.assign(window, { heard, say: (words: string) => popup?.postMessage(words, location.origin) })
    }),
  )
  const heard = () => page.evaluate(() => (window as unknown as Opener).heard)
  const say = (words: string) => page.evaluate((words) => (window as unknown as Opener).say(words), words)
  await popup.getByLabel('Password', { exact: true }).fill(editor.password)
  await say('authorizing:github')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(popup.getByRole('heading', { name: 'You’re signed in' })).toBeVisible()
  // Not the window that opened it.
  await popup.evaluate(() => window.postMessage('authorizing:github', location.origin))
  await say('authorizing:gitlab')
  expect(await heard()).toEqual(['authorizing:github'])

  await say('authorizing:github')
  const given = /^authorization:github:success:\{"token":"ghs_\w+","provider":"github"\}$/
  await expect.poll(heard).toEqual(['authorizing:github', expect.stringMatching(given)])
  await say('authorizing:github')
  expect(await popup.content()).not.toContain('ghs_')
  expect(await heard()).toHaveLength(2)
})

test('the window asks for no password without an editor that opened it', async ({ page, baseURL }) => {
  await signInAsEditor(page)
  await page.goto('/edit-sign-in')
  await expect(page.getByRole('link', { name: 'Open the editor' })).toBeVisible()
  await expect(page.locator('input')).toHaveCount(0)

  // A page of another site opened it.
  const other = await page.context().newPage()
  await other.route('https://evil.example/', (route) =>
    route.fulfill({ body: '<html></html>', contentType: 'text/html' }),
  )
  await other.goto('https://evil.example/')
  const popup = await openSignIn(other, () =>
    other.evaluate((url) => void window.open(url), `${baseURL}/edit-sign-in?provider=github`),
  )
  await expect(popup.getByRole('link', { name: 'Open the editor' })).toBeVisible()
  await expect(popup.locator('input')).toHaveCount(0)
})

test('the built editor offers no folder of the computer', async ({ page }) => {
  await signInAsEditor(page)
  await page.goto('/edit')
  await expect(page.getByRole('button')).toHaveText([/Sign In with/, /Access Token/])
})

test('the editor and its window have no accessibility violations', async ({ page }) => {
  await signInAsEditor(page)
  await page.goto('/edit')
  await expect(page.getByRole('button', { name: /^Sign In with / })).toBeVisible()
  expect(await axeViolations(page, 'html', true)).toEqual([])
  const popup = await openSignIn(page)
  await expect(popup.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await axeViolations(popup, 'html', true)).toEqual([])
})

/** What the editor keeps, half a second after the last key. */
function countBackups(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('github:example/lanai')
        opening.onsuccess = () => {
          const database = opening.result
          const counting = database.transaction('draft-backups').objectStore('draft-backups').count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

interface Opener {
  heard: unknown[]
  say: (words: string) => void
}
