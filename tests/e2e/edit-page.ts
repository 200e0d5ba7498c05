import { expect, type Locator, type Page } from 'playwright/test'
import { programmeFiles } from '../support/project-copy.ts'
import { type Person, query, signInAsMember } from './portal.ts'

/** An approved member who is an editor. */
export async function signInAsEditor(page: Page): Promise<Person> {
  const person = await signInAsMember(page)
  await query(`SELECT * FROM set_role(array[$1], 'editor', true)`, [person.email])
  return person
}

/** Opens the editor on these files, else on a copy of the tests' programme, in a directory of the browser instead of the disk. */
export async function openEditor(page: Page, content = programmeFiles()): Promise<void> {
  await page.addInitScript(stubDirectoryPicker, content)
  await page.goto('/edit')
  await page.getByRole('button', { name: /Local Repository/, includeHidden: true }).dispatchEvent('click')
  await expect(page.getByRole('treeitem', { name: 'Cohorts' })).toBeVisible()
}

/** Opens the window in which an editor signs in. */
export async function openSignIn(
  page: Page,
  open = () => page.getByRole('button', { name: /^Sign In with / }).click(),
): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), open()])
  return popup
}

export async function signInToEdit(page: Page, { password }: Person): Promise<void> {
  const popup = await openSignIn(page)
  await popup.getByLabel('Password', { exact: true }).fill(password)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await closed
}

/** Every file in that directory, by its path. */
export function readSavedFiles(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const files: Record<string, string> = {}
    const read = async (directory: FileSystemDirectoryHandle, path: string) => {
      for await (const [name, handle] of directory.entries()) {
        if (handle instanceof FileSystemDirectoryHandle) await read(handle, `${path}${name}/`)
        else if (handle instanceof FileSystemFileHandle)
          files[path + name] = await (await handle.getFile()).text()
      }
    }
    const top = await navigator.storage.getDirectory()
    await read(await top.getDirectoryHandle('repository'), '')
    return files
  })
}

export async function openForm(page: Page, form: string): Promise<void> {
  await page.goto(`/edit#/collections/${form}`)
}

/** In the collection and the folder that are open. */
export async function newEntry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create New Entry' }).first().click()
}

export function field(page: Page, label: string): Locator {
  return group(page, label).getByRole('textbox').first()
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await group(page, label).getByRole('combobox').click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

function group(page: Page, label: string): Locator {
  // The editor puts invisible characters around names.
  const name = new RegExp(`^“\u2068?${label}\u2069?” Field$`)
  return page.getByRole('group', { name })
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Content Library' })).toBeVisible()
}

/** The preview of the form that is open; that of a page or an announcement is the portal's own, in a frame. */
export function preview(page: Page): Locator {
  return /\/(?:pages|announcements)\//.test(page.url())
    ? page.frameLocator('iframe[title="Content Preview"]').locator('body')
    : page.getByRole('document', { name: 'Content Preview' })
}

/** Types until the preview shows it: a form that still loads forgets what was typed. */
export async function fillUntilPreviewed(page: Page, label: string, text: string): Promise<void> {
  await expect(async () => {
    await field(page, label).fill(text)
    await expect(preview(page)).toContainText(text, { timeout: 5000 })
  }).toPass()
}

/** Runs in the page. */
function stubDirectoryPicker(content: Record<string, string>): void {
  const showDirectoryPicker = async () => {
    const top = await navigator.storage.getDirectory()
    const root = await top.getDirectoryHandle('repository', { create: true })
    await root.getDirectoryHandle('.git', { create: true })
    for (const [path, text] of Object.entries(content)) {
      const folders = path.split('/')
      const name = folders.pop() ?? ''
      let directory = root
      for (const folder of folders) directory = await directory.getDirectoryHandle(folder, { create: true })
      const file = await (await directory.getFileHandle(name, { create: true })).createWritable()
      await file.write(text)
      await file.close()
    }
    return root
  }
  Object.assign(window, { showDirectoryPicker })
}
