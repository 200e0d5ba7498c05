import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Page } from '#src/embeds/embed.ts'
import { frameView } from '#src/components/frame-views.ts'
import { framesOf, frameSources } from '#src/embeds/frame-sources.ts'
import { packs } from '#src/packs.ts'
import { documentsOf } from '#src/schemas/files.ts'
import { pageSchema } from '#src/schemas/page.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { readBuiltSite, type BuiltSite } from '../support/built-site.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'

const BUILD_LIMIT_MS = 240_000

describe('the build as it is', () => {
  const site = readBuiltSite()
  const pages = readPages(BUILT_PROJECT)

  test.each([...pages.keys()].filter((path) => path !== '/video-playlist'))(
    '%s frames exactly its own hosts',
    (path) => {
      expect(framesAllowed(site, path)).toEqual(sourcesOf(pages, path))
    },
  )

  test('no screen outside the vault, and none that stands in for a page, names a host to frame', () => {
    const screens = [
      ...site.publicFiles.filter((file) => file.endsWith('.html')).map(site.read),
      ...site.protectedFiles
        .filter((file) => /^(?:states|samples)\/.*\.html$/.test(file))
        .map(site.readProtected),
    ]
    expect(screens.length).toBeGreaterThan(20)
    expect(screens.filter((html) => /frame-src [^;"]*https?:/.test(html))).toEqual([])
  })
})

describe('a build with a programme’s own addresses', () => {
  const embeds: Record<string, string> = {
    leaderboard: 'https://airtable.com/appKanari1234567/shrKanariTable123',
    'weekly-updates': 'https://airtable.com/appKanari1234567/pagKanariForm1234/form',
    onboarding: 'https://youtu.be/kanari_vid1',
    'onboarding-intake': 'https://kanari-forms.typeform.com/to/KanariTf',
    'company-intake-form': 'https://docs.google.com/forms/d/e/1FAIpQLSkanari/viewform',
    calendar: 'https://calendar.google.com/calendar/u/0?cid=a2FuYXJpQGV4YW1wbGUub3Jn',
    'office-hour-signup': 'https://docs.google.com/spreadsheets/d/1kanariSheet/edit#gid=7',
    curriculum: 'https://docs.google.com/document/d/1kanariDocument/edit',
    library: 'https://drive.google.com/drive/folders/1kanariFolder',
    perks: 'https://kanari-perks.notion.site/Perks-0123456789abcdef0123456789abcdef',
    tools: 'https://miro.com/app/board/kanariBoard=/',
    companies: 'https://kanari-companies.lanai.dev/table',
    founders: 'https://kanari-founders.lanai.dev/table',
  }
  const refusing = 'https://kanari-founders.lanai.dev/table'
  let copy: ProjectCopy
  let site: BuiltSite
  let pages: ReadonlyMap<string, Page>

  beforeAll(() => {
    copy = copyProject()
    for (const [name, address] of Object.entries(embeds)) {
      copy.write(
        `src/content/pages/${name}.yaml`,
        `title: A page\ndescription: What it is for.\nembed: ${address}\n${address.includes('.lanai.dev/') ? 'frame: true\n' : ''}`,
      )
    }
    copy.write('src/content/embed-health.json', JSON.stringify(health))
    copy.write(
      'src/content/pages/lead-mentors.yaml',
      'title: A page\ndescription: What it is for.\nadds: the lead mentors\n',
    )
    const { ok, output } = copy.build()
    if (!ok) throw new Error(output)
    site = readBuiltSite(copy.root)
    pages = readPages(copy.root)
  }, BUILD_LIMIT_MS)
  afterAll(() => copy.remove())

  const health = {
    checkedAt: '2025-06-02T12:00:00.000Z',
    addresses: {
      [refusing]: { status: 'refuses', detail: 'refuses frames (X-Frame-Options: DENY)' },
      'https://kanari-companies.lanai.dev/table': { status: 'gone', detail: 'has nothing there (404)' },
    },
  }

  test.each([
    ['/leaderboard', ['https://airtable.com']],
    ['/onboarding', ['https://www.youtube-nocookie.com']],
    ['/onboarding-intake', ['https://kanari-forms.typeform.com']],
    ['/calendar', ['https://calendar.google.com']],
    ['/library', ['https://drive.google.com']],
    ['/perks', ['https://kanari-perks.notion.site']],
    ['/tools', ['https://miro.com']],
    ['/resources', ['https://drive.google.com', 'https://kanari-perks.notion.site', 'https://miro.com']],
    ['/network', ["'self'", 'https://kanari-companies.lanai.dev', 'https://kanari-founders.lanai.dev']],
    ['/mentors', ["'self'"]],
  ])('%s frames %j and nothing else', (path, hosts) => {
    expect(framesAllowed(site, path)).toEqual(hosts)
    expect(sourcesOf(pages, path)).toEqual(hosts)
  })

  test('every frame loads its address, in a sandbox of its own and with a title', () => {
    for (const name of Object.keys(embeds)) {
      const page = pages.get(`/${name}`)
      const [frame] = page ? framesOf(page, (path) => pages.get(path)) : []
      if (!frame || frame.embed.src === refusing) continue
      const html = site.readProtected(`${name}.html`).replaceAll('&amp;', '&').replaceAll('&#38;', '&')
      expect(html, name).toContain(`src="${frameView(frame, 'Pacific/Honolulu').src}"`)
      expect(html, name).toContain(`sandbox="${frame.embed.sandbox}"`)
      expect(html, name).toMatch(/<iframe[^>]*\stitle="[^"]+"/)
    }
  })

  test('no address lies outside the vault, in the middleware or in a function', () => {
    const functions = join(copy.root, '.netlify/v1')
    const texts = [
      ...site.publicFiles.map((file) => [file, site.read(file)] as const),
      ...filesBelow(functions).map((file) => [file, readFileSync(join(functions, file), 'utf8')] as const),
    ]
    const leaks = texts.filter(([, text]) => /kanari/i.test(text)).map(([file]) => file)
    expect(leaks).toEqual([])
  })

  test('a page that is known to refuse frames is not tried in one', () => {
    const html = site.readProtected('founders.html')
    expect(html).not.toContain('<iframe')
    expect(html).toContain(`href="${refusing}"`)
  })

  test.each(['lead-mentors', 'mentors'])('/%s says what is to come, as a page and as a tab', (page) => {
    expect(site.readProtected(`${page}.html`)).toContain('The programme team adds the lead mentors.')
  })

  test('the help card says what the last check found', () => {
    expect(site.readProtected('companies.html')).toContain(
      'On 2025-06-02 our check found that it has nothing there (404).',
    )
  })
})

test(
  'a mistake in the content stops the build before anything is made, and names its place',
  () => {
    const copy = copyProject()
    copy.write(
      'src/content/pages/tools.yaml',
      'titel: Tools\ndescription: Software.\nembed: /samples/tolls\n',
    )
    const { ok, output } = copy.build()
    const hasOutput = existsSync(copy.dist)
    copy.remove()
    expect(ok).toBe(false)
    expect(hasOutput).toBe(false)
    expect(output).toContain('2 mistakes in the content:')
    expect(output).toContain('src/content/pages/tools.yaml:1:1')
    expect(output).toContain('`titel` is no field here. Did you mean `title`?')
    expect(output).toContain('src/content/pages/tools.yaml:3:8')
  },
  BUILD_LIMIT_MS,
)

test(
  'a build for production stops at samples of which the content does not say that members may see them',
  () => {
    const copy = copyProject()
    const site = readFileSync(join(copy.root, 'src/content/site.yaml'), 'utf8')
    copy.write('src/content/site.yaml', site.replace('samples: shown to members\n', ''))
    const { ok, output } = copy.build({ CONTEXT: 'production' })
    const hasOutput = existsSync(copy.dist)
    copy.remove()
    expect([ok, hasOutput]).toEqual([false, false])
    expect(output).toContain('28 of 33 pages show a sample')
    expect(output).toContain('35 of 35 videos are samples')
  },
  BUILD_LIMIT_MS,
)

function readPages(root: string): ReadonlyMap<string, Page> {
  const folder = join(root, 'src/content/pages')
  const schema = pageSchema(documentsOf(packs))
  return new Map(
    readdirSync(folder).map((file) => [
      `/${file.replace('.yaml', '')}`,
      schema.parse(parse(readFileSync(join(folder, file), 'utf8'))),
    ]),
  )
}

function sourcesOf(pages: ReadonlyMap<string, Page>, path: string): string[] {
  const page = pages.get(path)
  if (!page) throw new Error(`There is no page at ${path}.`)
  return frameSources(page, (other) => pages.get(other))
}

/** What the page's own policy lets it frame. */
function framesAllowed(site: BuiltSite, path: string): string[] {
  const html = site.readProtected(`${path.slice(1)}.html`)
  const policy = /http-equiv="content-security-policy" content="([^"]*)"/i.exec(html)?.[1] ?? ''
  const sources = /(?:^|;)\s*frame-src ([^;]*)/.exec(policy.replaceAll('&#39;', "'"))?.[1] ?? ''
  return sources.split(' ').filter((source) => source !== '' && source !== "'none'")
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:m?js|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
}
