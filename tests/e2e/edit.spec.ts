import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright/test'
import { checkContent } from '#src/content-check/check.ts'
import {
  choose,
  field,
  fillUntilPreviewed,
  newEntry,
  openEditor,
  openForm,
  preview,
  readSavedFiles,
  save,
  signInAsEditor,
} from './edit-page.ts'
import { programmeFiles } from '../support/project-copy.ts'
import { expect, test } from './portal.ts'

// The editor asks for GitHub's status.
const ELSEWHERE = /githubstatus\.com|net::ERR_|status of 40[14]/
test.use({
  allowConsoleErrors: [ELSEWHERE],
  viewport: { width: 1280, height: 900 },
  timezoneId: 'Asia/Tokyo',
})
test.setTimeout(240_000)

test('the editor saves only what the content check passes', async ({ page }) => {
  await signInAsEditor(page)
  await openEditor(page, FILES)
  await test.step('a video with its transcript', async () => {
    await page.getByRole('treeitem', { name: 'Videos · Cohort 17' }).click()
    await newVideo(page)
    await fillUntilPreviewed(page, 'Title', 'Letting Go')
    await field(page, 'Link to YouTube').fill('https://youtu.be/dQw4w9WgXcQ')
    const transcript = { name: 'letting-go.vtt', mimeType: 'text/vtt', buffer: Buffer.from(TRANSCRIPT) }
    await page.locator('input[type=file]').first().setInputFiles(transcript)
    await expect(page.getByText('letting-go.vtt').first()).toBeVisible()
    const player = preview(page).locator('iframe[src*="youtube-nocookie.com/embed/dQw4w9WgXcQ"]')
    await expect(player).toBeAttached()
    await save(page)
  })
  await test.step('a page with a frame', async () => {
    await page.getByRole('treeitem', { name: 'Pages' }).click()
    await newEntry(page)
    await fillUntilPreviewed(page, 'Title', 'Alumni')
    await field(page, 'Description').fill('Who was here before.')
    await choose(page, 'Kind', 'One link')
    // The editor makes the fields below once they are scrolled to.
    await expect(async () => {
      await page
        .getByRole('group', { name: /Field$/ })
        .last()
        .scrollIntoViewIfNeeded()
      await expect(page.getByRole('checkbox', { name: 'Kiawe mentors' })).toBeVisible({ timeout: 100 })
    }).toPass()
    await choose(page, 'Marked in the menu', 'Investors (/investors)')
    await page.getByRole('checkbox', { name: 'Kiawe mentors' }).click()
    await field(page, 'Link to show').fill('https://airtable.com/appXXXXXXXXXXXXXX')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const refused = page.getByRole('alertdialog').filter({ hasText: 'Correct this, then save again.' })
    await expect(refused).toContainText(/Link to show: .+Airtable/)
    await expect(refused).not.toContainText('try again later')
    await refused.getByRole('button', { name: 'OK' }).click()
    await field(page, 'Link to show').fill(DOCUMENT)
    await save(page)
  })
  const files = await readSavedFiles(page)
  expect(files).toMatchObject(FILES)
  const made = Object.entries(files).filter(([path]) => !(path in FILES))
  expect(made.map(([path]) => path).sort()).toEqual([
    'src/content/pages/alumni.yaml',
    'src/content/playlist/cohort-17/00-week-0/letting-go.md',
    'src/content/playlist/cohort-17/00-week-0/letting-go.vtt',
  ])
  expect(problemsIn({ ...programmeFiles(), ...Object.fromEntries(made) })).toEqual([])
})

test('an edit changes only what was typed', async ({ page }) => {
  await signInAsEditor(page)
  await openEditor(page, FILES)
  const expected = { ...FILES }
  for (const { path, form, text, label = 'Title' } of ONE_OF_EACH) {
    await openForm(page, form)
    await expect(field(page, label)).not.toHaveValue('')
    const was = await field(page, label).inputValue()
    await fillUntilPreviewed(page, label, `${was}x`)
    await save(page)
    expected[`src/content/${path}`] = text.replace(was, `${was}x`)
  }
  expect(await readSavedFiles(page)).toMatchObject(expected)
})

/** In the one week. */
async function newVideo(page: Page): Promise<void> {
  await newEntry(page)
  const place = page.getByRole('button', { name: 'Parent Folder' })
  // A press is lost while the list of weeks opens.
  await expect(async () => {
    if ((await place.getAttribute('aria-expanded')) !== 'true') await place.click()
    await page.getByRole('treeitem', { name: 'Week 0' }).last().click({ timeout: 2000 })
    await expect(place).toContainText('Week 0', { timeout: 1000 })
  }).toPass()
}

/** The content check's problems: `file:line: sentence`. */
function problemsIn(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'lanai-edited-'))
  const own = ['index', 'auth', '404', 'video-playlist'].map(
    (name) => [`src/pages/${name}.astro`, ''] as const,
  )
  for (const [path, text] of [...Object.entries(files), ...own]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const problems = checkContent(root)
  rmSync(root, { recursive: true })
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

const DOCUMENT = 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdefg/edit'
const FRAME = 'https://airtable.com/appXXXXXXXXXXXXXX/shrXXXXXXXXXXXXXX'
const TRANSCRIPT =
  'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Leilani>Aloha.\n\n00:05.000 --> 00:06.000\nGoodbye.\n'

const GROUPS = {
  'src/content/groups.yaml': 'groups:\n  - name: kiawe\n    title: Kiawe mentors\n',
  'src/content/playlist/cohort-17/index.md': '---\ntitle: Cohort 17\n---\n',
  'src/content/playlist/cohort-17/00-week-0/index.md': '---\ntitle: Week 0\n---\n',
}

/** Files below src/content, their forms, and a field to change there. */
const ONE_OF_EACH: { path: string; form: string; text: string; label?: string }[] = [
  {
    path: 'pages/investors.yaml',
    form: 'pages/entries/investors',
    text: `title: Investors\ndescription: Who invests.\nkind: tabs\ntabs:\n  - label: VC Firms\n    page: /vc-firms\n  - label: Form\n    id: form\n    embed: ${FRAME}\n    prefill:\n      Email: email\n      Name: full_name\n`,
  },
  {
    path: 'announcements/rehearsal.md',
    form: 'announcements/entries/rehearsal',
    text: '---\ntitle: Rehearsal\nfrom: 2025-06-30\nuntil: 2025-07-04 17:00\nemail: true\n---\n\nTen minutes a **company**.\n',
  },
  {
    path: 'events/lunch.yaml',
    form: 'events/entries/lunch',
    text: 'title: Lunch\nkind: due\nstarts: 2025-06-04 12:00\nminutes: 75\nrepeats: FREQ=WEEKLY;BYDAY=WE\nuntil: 2025-08-27\nexcept:\n  - 2025-07-09\nplace: Lānai\npage: /investors\nfor:\n  - kiawe\n',
  },
  {
    path: 'playlist/cohort-17/00-week-0/01-hello.md',
    form: 'cohort-17-videos/entries/00-week-0/01-hello',
    text: '---\ntitle: Hello\nvideoId: SAMPLE-0001\nspeakers:\n  - Leilani Kahale\ndate: 2025-06-02\nduration: 42:10\naliases:\n  - Aloha-Kākou\n---\n\nThat is **bold**, and a line\nthat goes on.\n',
  },
  {
    path: 'playlist/cohort-17/00-week-0/01-hello.vtt',
    form: 'cohort-17-transcripts/entries/00-week-0/01-hello',
    text: TRANSCRIPT,
    label: 'Transcript',
  },
]

const FILES: Readonly<Record<string, string>> = {
  ...GROUPS,
  ...Object.fromEntries(ONE_OF_EACH.map(({ path, text }) => [`src/content/${path}`, text])),
}
