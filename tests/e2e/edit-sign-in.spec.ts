import { createHash } from 'node:crypto'
import type { Page, Route } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { field, openForm, save, signInAsEditor } from './edit-page.ts'
import { expect, type Person, signInAsMember, test } from './portal.ts'

// The editor asks for GitHub's status, and logs what fails.
const ELSEWHERE = /githubstatus\.com|net::ERR_|Error |Failed to |status of 40[134]|Your hour of editing/
test.use({ allowConsoleErrors: [ELSEWHERE], viewport: { width: 390, height: 844 } })
test.setTimeout(240_000)

const PAGE = 'src/content/pages/tools.yaml'
const TOOLS = 'title: Tools\ndescription: What we use.\nkind: coming-soon\ncomingSoon: the list\n'

test('an editor without a GitHub account saves a page from a phone', async ({ page }) => {
  const { commits } = await stubGitHub(page)
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
  const github = await stubGitHub(page)
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
  await stubGitHub(page)
  const editor = await signInAsEditor(page)
  await page.goto('/edit')
  const popup = await openWindow(page)
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
  const popup = await openWindow(page, () =>
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
  const popup = await openWindow(other, () =>
    other.evaluate((url) => void window.open(url), `${baseURL}/edit-sign-in?provider=github`),
  )
  await expect(popup.getByRole('link', { name: 'Open the editor' })).toBeVisible()
  await expect(popup.locator('input')).toHaveCount(0)
})

test('the window is a missing page for a member', async ({ page }) => {
  await signInAsMember(page)
  const answer = await page.goto('/edit-sign-in')
  expect(answer?.status()).toBe(404)
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('the window has no accessibility violations', async ({ page }) => {
  await signInAsEditor(page)
  await page.goto('/edit')
  const popup = await openWindow(page)
  await expect(popup.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await axeViolations(popup, 'html', true)).toEqual([])
})

test('a portal without a GitHub App offers access tokens alone', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await signInAsEditor(page)
  // What the gate answers without the setting.
  await page.route('/edit', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"oauth"', '""') })
  })
  await page.goto('/edit')
  await expect(page.getByRole('button', { name: 'Sign In Using Access Token' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign In with / })).toHaveCount(0)
  expect(warnings).toEqual([])
})

async function openWindow(
  page: Page,
  open = () => page.getByRole('button', { name: /^Sign In with / }).click(),
): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), open()])
  return popup
}

async function signInToEdit(page: Page, { password }: Person): Promise<void> {
  const popup = await openWindow(page)
  await popup.getByLabel('Password', { exact: true }).fill(password)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await closed
}

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

/** GitHub's API, as far as the editor asks it, with one page in the repository. An app's token has no user there. */
async function stubGitHub(page: Page) {
  const commits: object[] = []
  let isOver = false
  let text = TOOLS
  const sha = (content: string) => createHash('sha1').update(content).digest('hex')
  const head = () => sha(`commit ${commits.length}`)
  const answer = (route: Route, status: number, json: object) =>
    route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } })
  await page.route('https://www.githubstatus.com/**', (route) => route.abort())
  await page.route('https://api.github.com/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() === 'OPTIONS')
      return route.fulfill({
        status: 204,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
          'access-control-allow-methods': '*',
        },
      })
    if (isOver || !/^token ghs_\w+$/.test(request.headers().authorization ?? ''))
      return answer(route, 401, { message: 'Bad credentials' })
    if (pathname === '/user' || pathname.includes('/collaborators/'))
      return answer(route, 403, { message: 'Resource not accessible by integration' })
    if (pathname.includes('/git/trees/'))
      return answer(route, 200, { tree: [{ type: 'blob', path: PAGE, sha: sha(text), size: text.length }] })
    if (pathname !== '/graphql') return answer(route, 404, { message: 'Not Found' })
    const { query: asked, variables } = request.postDataJSON() as {
      query: string
      variables: { input?: Commit }
    }
    if (variables.input) {
      commits.push(variables.input)
      text = Buffer.from(variables.input.fileChanges.additions[0]?.contents ?? '', 'base64').toString()
      const commit = { oid: head(), committedDate: new Date().toISOString(), file_0: { oid: sha(text) } }
      return answer(route, 200, { data: { createCommitOnBranch: { commit } } })
    }
    const author = { name: 'Leilani', email: 'l@example.org', user: null }
    const node = { oid: head(), message: 'Start', author, committedDate: '2025-06-01T00:00:00Z' }
    const ref = { target: { oid: head(), history: { nodes: [node] } } }
    const aliases = [...asked.matchAll(/(\w+_\d+):/g)].map(([, name = '']): [string, object] => [
      name,
      name.startsWith('content') ? { text, isTruncated: false } : ref,
    ])
    return answer(route, 200, { data: { repository: { ref, ...Object.fromEntries(aliases) } } })
  })
  return {
    commits,
    /** Refuses the token until the next sign-in. */
    endHour: () => {
      isOver = true
      page.once('popup', () => {
        isOver = false
      })
    },
  }
}

interface Opener {
  heard: unknown[]
  say: (words: string) => void
}

interface Commit {
  fileChanges: { additions: { path: string; contents: string }[] }
}
