import type { Page } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { field, openForm, save, signInAsEditor, signInToEdit } from './edit-page.ts'
import { stubGitHub } from './github-stub.ts'
import { programmeFiles } from '../support/project-copy.ts'
import { emailsTo, expect, test } from './portal.ts'

// The editor asks for GitHub's status.
test.use({ allowConsoleErrors: [/githubstatus\.com|net::ERR_/], viewport: { width: 390, height: 844 } })
test.setTimeout(240_000)

const PAGE = 'src/content/pages/tools.yaml'
const TOOLS = 'title: Tools\ndescription: What we use.\nkind: coming-soon\ncomingSoon: the list\n'

test('an editor sees what becomes of a save', async ({ page }) => {
  const github = await openEditor(page)
  const status = page.locator('#publish-bar')
  await expect(status).toHaveText('')
  await openForm(page, 'pages/entries/tools')
  await expect(field(page, 'Title')).toHaveValue('Tools')
  await field(page, 'Title').fill('Our tools')
  await save(page)
  await expect(status).toContainText('Not online yet: one saved change.')

  await status.getByRole('button', { name: 'Publish' }).click()
  await expect(status).toContainText('Being built: one saved change. It takes a few minutes.')
  const message = 'Only a page of `kind: tabs` has `tabs`. Write that kind, or delete `tabs`.'
  github.check('failure', [{ path: PAGE, start_line: 4, message }])
  await look(page)
  await expect(status).toContainText('the portal stays as it was')
  expect(await axeViolations(page, '#publish-bar', true)).toEqual([])
  await expect(status.getByRole('listitem')).toHaveText(`pages/tools.yaml, line 4: ${message}`)
  await status.getByRole('link', { name: 'pages/tools.yaml' }).click()
  await expect(field(page, 'Title')).toHaveValue('Our tools')
  // The form leaves room for the bar.
  await status.getByRole('link', { name: 'pages/tools.yaml' }).click({ trial: true })

  github.check('success')
  await look(page)
  await expect(status).toContainText('Being built')
  github.deploy()
  await look(page)
  await expect(status).toContainText(`Online at ${new URL(page.url()).host}: everything that was saved.`)
})

test('an editor gets a test of an announcement that is online', async ({ page }) => {
  const { email } = await openEditor(page)
  await openForm(page, 'announcements/entries/rehearsal')
  await expect(field(page, 'Title')).toHaveValue('Rehearsal on Friday')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText(`The email is on its way to ${email}`)).toBeVisible()
  await expect.poll(() => emailsTo({ email }, 'broadcast')).toEqual([expect.stringContaining('Rehearsal')])
  await openForm(page, 'announcements/entries/welcome')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('no email of this announcement is online')).toBeVisible()
})

async function openEditor(page: Page) {
  const content = Object.entries(programmeFiles()).filter(([path]) => path.includes('/announcements/'))
  const github = await stubGitHub(page, { [PAGE]: TOOLS, ...Object.fromEntries(content) })
  const editor = await signInAsEditor(page)
  await page.goto('/edit')
  await signInToEdit(page, editor)
  await page.getByRole('treeitem', { name: 'Pages' }).waitFor()
  return { ...github, email: editor.email }
}

/** The editor looks again when its tab is shown. */
async function look(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}
