import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkContent } from '#src/content-check/check.ts'
import { render } from '#src/content-check/problem.ts'
import { useContentCopy } from '../support/content-copy.ts'

const copy = useContentCopy()
const { read, write } = copy

test('the programme of the tests has no mistakes', async () => {
  expect(await said()).toEqual([])
})

const PAGE = 'src/content/pages/alumni.yaml'
const HEAD = 'title: Alumni\ndescription: Who came before.\n'
const SHOWN = `${HEAD}embed: https://example.org/\n`

/** A page of these lines, and every mistake the build names in it: `line:column sentence`. */
const pages: readonly [what: string, lines: string, ...mistakes: string[]][] = [
  [
    'a title that was deleted',
    'description: Who came before.\nembed: https://example.org/\n',
    '1:1 `title` is missing. Write `title:` and: The page’s heading and the browser tab’s title.',
  ],
  [
    'a title without words',
    'title:\ndescription: Who came before.\nembed: https://example.org/\n',
    '1:7 `title` is empty. Write `title:` and: The page’s heading and the browser tab’s title.',
  ],
  [
    'a title that is a number',
    'title: 17\ndescription: Who came before.\nembed: https://example.org/\n',
    '1:8 `title` must be text; put it in quotation marks if it looks like a number.',
  ],
  [
    'a misspelled field, said once',
    'titel: Alumni\ndescription: Who came before.\nembed: https://example.org/\n',
    '1:1 `titel` is no field here. Did you mean `title`?',
  ],
  [
    'a field nobody knows',
    `${SHOWN}colour: green\n`,
    '4:1 `colour` is no field here. Known here: title, description, note, under, adds, published, embed, frame, view, timezone, prefill, frames, tabs.',
  ],
  [
    'a place in the menu that there is not',
    `${SHOWN}under: /investor\n`,
    '4:8 /investor is not in the menu. Did you mean /investors?',
  ],
  [
    'several mistakes, all at once',
    'titel: Alumni\ndescripton: Who came before.\nembed: fuonders\n',
    '1:1 `titel` is no field here. Did you mean `title`?',
    '2:1 `descripton` is no field here. Did you mean `description`?',
    '3:8 “fuonders” is no whole address. Paste a whole address that begins with https:// instead.',
  ],
  [
    'an address nobody can frame',
    `${HEAD}embed: https://airtable.com/appZ9y8X7w6V5u4T3\n`,
    '3:8 “https://airtable.com/appZ9y8X7w6V5u4T3” is an Airtable base, which only its collaborators can open. Paste the share link of a view or form (in Airtable: “Share and sync” above the view, then “Create link”; it has “shr” in it) instead.',
  ],
  [
    'an address in a frame of several',
    `${HEAD}frames:\n  - title: One\n    embed: https://example.org/\n  - title: Two\n    embed: example.org\n`,
    '7:12 “example.org” is no whole address. Paste a whole address that begins with https:// instead.',
  ],
  [
    'a frame without a title',
    `${HEAD}frames:\n  - embed: https://example.org/\n`,
    '4:5 `title` is missing. Write `title:` and: What the frame is, for people who cannot see it.',
  ],
  [
    'frames that are no list',
    `${HEAD}frames: founders\n`,
    '3:9 `frames` must be a list, each entry on a line of its own that begins with “- ”.',
  ],
  [
    'a page that shows nothing',
    HEAD,
    '1:1 The page shows nothing. Write one of `embed`, `frames`, `tabs` and `adds`.',
  ],
  [
    'a tab that leads to nothing',
    `${HEAD}tabs:\n  - { label: One, page: /founders }\n  - { label: Two, page: /compnies }\n`,
    '5:25 No page is at /compnies. Did you mean /companies? Otherwise create src/content/pages/compnies.yaml.',
  ],
  [
    'a tab that leads to nothing that is like anything here',
    `${HEAD}tabs:\n  - { label: One, page: /founders }\n  - { label: Two, page: /zzz-zzz-zzz }\n`,
    '5:25 No page is at /zzz-zzz-zzz. Create src/content/pages/zzz-zzz-zzz.yaml.',
  ],
  [
    'a tab that shows its own page',
    `${HEAD}tabs:\n  - { label: One, page: /alumni }\n  - { label: Two, page: /founders }\n`,
    '4:25 This tab shows the page it stands on: /alumni → /alumni. Let one of these tabs show something else.',
  ],
  [
    'two tabs with one name',
    `${HEAD}tabs:\n  - { label: One, page: /companies }\n  - { label: One, page: /founders }\n`,
    '5:14 Another tab is called “One”. Call one differently.',
  ],
  [
    'two tabs with one address',
    `${HEAD}tabs:\n  - { label: One, id: a, embed: https://a.org }\n  - { label: Two, id: a, embed: https://b.org }\n`,
    '5:23 Another tab has “a” already. Write another one.',
  ],
  [
    'a single tab',
    `${HEAD}tabs:\n  - { label: One, page: /companies }\n`,
    '4:3 `tabs` needs at least 2 entries.',
  ],
  [
    'a view nobody knows, on something that has none',
    `${SHOWN}view: weak\n`,
    '4:7 “weak” is not known here. Did you mean “week”?',
  ],
  [
    'a prefill with something the portal does not know',
    `${HEAD}embed: https://form.typeform.com/to/Ab12Cd34\nprefill: { Phone: phone }\n`,
    '4:19 “phone” is not known here. Known here: email, full_name.',
  ],
  [
    'a document of this site that is misspelled',
    `${HEAD}embed: /handbook/ruels\n`,
    '3:8 “/handbook/ruels” is not known here. Did you mean “/handbook/rules”?',
  ],
]

describe('a mistake in a page stops the build with file, line and remedy', () => {
  test.each(pages)('%s', async (_, lines, ...mistakes) => {
    write(PAGE, lines)
    expect(await said()).toEqual(mistakes.map((mistake) => `${PAGE}:${mistake}`))
  })
})

describe('a mistake between files stops the build with file, line and remedy', () => {
  test('a menu entry that leads to nothing', async () => {
    edit('src/content/navigation.yaml', 'href: /perks', 'href: /perk')
    expect(await said()).toEqual([
      at(
        'src/content/navigation.yaml',
        '/perk }',
        'No page is at /perk. Did you mean /perks? Otherwise create src/content/pages/perk.yaml.',
      ),
    ])
  })

  test('a page that is deleted while the menu, a card and a tab lead to it', async () => {
    rmSync(join(copy.root, 'src/content/pages/request-mentor.yaml'))
    expect((await checkContent(copy.root, copy.packs)).map(({ file }) => file)).toEqual([
      'src/content/home.yaml',
      'src/content/navigation.yaml',
      'src/content/pages/mentors.yaml',
    ])
  })

  test('one page twice in the menu', async () => {
    edit('src/content/navigation.yaml', 'href: /perks', 'href: /tools')
    expect(await said()).toEqual([
      expect.stringMatching(
        /^src\/content\/navigation\.yaml:\d+:\d+ \/tools is in the menu already, on line \d+\. Delete one of the two\.$/,
      ),
    ])
  })

  test('a channel without https', async () => {
    edit(
      'src/content/navigation.yaml',
      'https://chat.example.org/cohort-17/social',
      'chat.example.org/social',
    )
    expect(await said()).toEqual([
      expect.stringContaining('Write a whole address that begins with https://.'),
    ])
  })

  test('a path that is none', async () => {
    edit('src/content/home.yaml', 'href: /calendar', 'href: calendar')
    expect(await said()).toEqual([
      expect.stringContaining('Write a path of this site, such as /weekly-updates.'),
    ])
  })

  test('tabs that lead round in a circle, at each of them', async () => {
    write(
      'src/content/pages/companies.yaml',
      `${HEAD}tabs:\n  - { label: A, page: /network }\n  - { label: B, page: /perks }\n`,
    )
    expect(await said()).toEqual([
      'src/content/pages/companies.yaml:4:23 This tab shows the page it stands on: /companies → /network → /companies. Let one of these tabs show something else.',
      expect.stringContaining('/network → /companies → /network'),
    ])
  })

  test.each([
    ['auth.yaml', SHOWN],
    ['index.yaml', SHOWN],
    ['404.yaml', HEAD],
    ['start.yaml', SHOWN],
    ['video-playlist.yaml', SHOWN],
  ])('an address that is taken: %s', async (name, lines) => {
    write(`src/content/pages/${name}`, lines)
    const path = `/${name.replace('.yaml', '')}`
    expect(await said()).toEqual([
      `src/content/pages/${name}:1:1 ${path} is taken by a page the site makes itself. Rename this file to another address.`,
    ])
  })

  test('a page of its own in src/pages takes its heading from here', async () => {
    write('src/content/pages/video-playlist.yaml', HEAD)
    expect(await said()).toEqual([])
  })

  test.each([
    ['Founders.yaml', 'founders.yaml'],
    ['our_alumni.yaml', 'our-alumni.yaml'],
    ['alumni.yml', 'alumni.yaml'],
    ['Our Alumni!.yaml', 'our-alumni.yaml'],
  ])('a file that no address can be made of: %s', async (name, wanted) => {
    write(`src/content/pages/${name}`, SHOWN)
    expect(await said()).toEqual([
      `src/content/pages/${name}:1:1 Files here are named with small letters, digits and hyphens, and .yaml, as addresses are. Rename it to ${wanted}.`,
    ])
  })

  test('a file the site cannot do without', async () => {
    renameSync(join(copy.root, 'src/content/site.yaml'), join(copy.root, 'src/content/sites.yaml'))
    expect(await said()).toEqual([
      'src/content/site.yaml:1:1 This file is missing. Bring it back from the project’s history.',
      expect.stringMatching(/^src\/content\/sites\.yaml:1:1 Nothing reads a file here\./),
    ])
  })
})

test('what the terminal shows names the place, the line and the remedy', async () => {
  write(PAGE, 'titel: Alumni\ndescription: Who came before.\nembed: https://example.org/\n')
  expect(render(await checkContent(copy.root, copy.packs))).toBe(
    `One mistake in the content:\n\n  ${PAGE}:1:1\n    1 | titel: Alumni\n    \`titel\` is no field here. Did you mean \`title\`?\n`,
  )
})

async function said(): Promise<string[]> {
  return (await checkContent(copy.root, copy.packs)).map(
    ({ file, line, column, message }) => `${file}:${line}:${column} ${message}`,
  )
}

/** The place of a text in a file, before a sentence. */
function at(file: string, text: string, message: string): string {
  const lines = read(file).split('\n')
  const line = lines.findIndex((candidate) => candidate.includes(text))
  return `${file}:${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1} ${message}`
}

function edit(path: string, from: string, to: string): void {
  const text = read(path)
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
  write(path, text.replace(from, to))
}
