import { isMap, isSeq, parseDocument, visit, type Document, type YAMLMap } from 'yaml'
import { plainName } from '../src/content-check/folder.ts'
import type { Pack } from '../src/schemas/files.ts'
import type { Answers } from './questions.ts'

/**
 * What to write and what to remove, by path below `src/content`, so that a programme begins with its own words and without
 * samples: pages that showed one have nothing yet, videos are gone, weeks are there and empty, and what belonged to the
 * cohort of before (events, announcements) goes with it. Cohorts with videos of their own stay, and so do the addresses of
 * pages, unless they name the cohort.
 */
export function planProgramme(content: ReadonlyMap<string, string>, answers: Answers, from: From): Plan {
  const before = parseDocument(content.get('site.yaml') ?? '').toJS() as Before
  const rename = renaming(before, answers)
  const write = new Map<string, string>()
  const remove = new Set([...content.keys()].filter((path) => isOfBefore(path, from.samples)))

  for (const [path, text] of content) {
    if (!/^(?:pages\/)?[^/]+\.yaml$/.test(path)) continue
    const document = parseDocument(text)
    renameAll(document, rename)
    if (path === 'site.yaml') setSite(document, answers, from.year)
    if (path === 'home.yaml') document.deleteIn(['banner', 'until'])
    if (path === 'navigation.yaml') setLinks(document, answers)
    if (path.startsWith('pages/')) clearSamples(document, from.packs)
    const renamed = rename(path)
    if (renamed !== path) remove.add(path)
    const now = document.toString({ lineWidth: 0 })
    if (renamed !== path || now !== text) write.set(renamed, now)
  }
  for (const [path, title] of foldersOf(answers))
    write.set(path, `---\ntitle: ${JSON.stringify(title)}\n---\n`)
  return { write, remove: [...remove].filter((path) => !write.has(path)).sort() }
}

function isOfBefore(path: string, samples: readonly string[]): boolean {
  if (/^(?:events|announcements)\//.test(path)) return true
  const [folder, cohort = ''] = path.split('/')
  return folder === 'playlist' && samples.includes(cohort)
}

/** Brand, cohort and season of before become those of now, as whole words and in addresses of this site. */
function renaming(before: Before, { brand, cohort, season }: Answers): (text: string) => string {
  const words = [
    [before.program, cohort],
    [plainName(before.program), plainName(cohort)],
    [before.season, season],
    [before.brand, brand],
  ] as const
  const now = new Map(words)
  const escaped = words.map(([old]) => old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => (/^https?:/.test(text) ? text : text.replace(any, (old) => now.get(old) ?? old))
}

function renameAll(document: Document, rename: (text: string) => string): void {
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && typeof node.value === 'string') node.value = rename(node.value)
    },
  })
}

function setSite(
  document: Document,
  { brand, season, cohort, timezone, contact }: Answers,
  year: number,
): void {
  const words = { brand, program: cohort, season, timezone, contact, copyright: `© ${year} ${brand}` }
  for (const [field, value] of Object.entries(words)) document.set(field, value)
  document.delete('samples')
}

/** The footer's links were examples. */
function setLinks(document: Document, { channels }: Answers): void {
  document.set('channels', document.createNode(channels.map((channel) => ({ ...channel, icon: 'hash' }))))
  document.set('social', document.createNode([]))
}

/** What a sample stood in becomes the words for nothing; the remarks beside it, which say what to paste, stay. */
function clearSamples(document: Document, packs: readonly Pack[]): void {
  const page = document.contents
  if (!isMap(page)) return
  const isSample = (frame: unknown) => isMap(frame) && showsSample(frame, packs)
  const tabs = page.get('tabs')
  if (isSeq(tabs)) {
    tabs.items = tabs.items.filter((tab) => !isSample(tab))
    if (tabs.items.length > 1) return
  } else if (!isSample(page)) return
  for (const field of ['embed', 'frames', 'tabs', 'view', 'timezone', 'prefill', 'frame']) page.delete(field)
  page.set('adds', 'what belongs here')
}

function showsSample(frame: YAMLMap, packs: readonly Pack[]): boolean {
  const embed = frame.get('embed')
  const frames = frame.get('frames')
  return (
    (typeof embed === 'string' && packs.some(({ path }) => embed.startsWith(path))) ||
    (isSeq(frames) && frames.items.some((each) => isMap(each) && showsSample(each, packs)))
  )
}

/** The `index.md` of the cohort and of each week, with its title. */
function foldersOf({ cohort, weeks }: Answers): [string, string][] {
  const folder = `playlist/${plainName(cohort)}`
  const numbers = Array.from({ length: weeks }, (_, index) => index + 1)
  return [
    [`${folder}/index.md`, cohort],
    ...numbers.map((week): [string, string] => [
      `${folder}/${String(week).padStart(2, '0')}-week-${week}/index.md`,
      `Week ${week}`,
    ]),
  ]
}

export interface Plan {
  write: ReadonlyMap<string, string>
  remove: readonly string[]
}

interface From {
  packs: readonly Pack[]
  /** Folders of cohorts whose videos are all samples. */
  samples: readonly string[]
  year: number
}

interface Before {
  brand: string
  program: string
  season: string
}
