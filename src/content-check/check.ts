import { parse } from 'node:path'
import { framesOf } from '../embeds/frame-sources.ts'
import { documentsOf, type Pack } from '../schemas/files.ts'
import { homeSchema } from '../schemas/home.ts'
import { navigationSchema } from '../schemas/navigation.ts'
import { pageSchema } from '../schemas/page.ts'
import { problemsOfAnnouncements } from './announcements.ts'
import { ownPages, readFolder, type ContentFile } from './folder.ts'
import { problemsOf } from './issues.ts'
import { membersPaths, problemsBetweenFiles, type SitePage } from './links.ts'
import { inOrder, type Problem } from './problem.ts'
import { problemsOfTabs } from './tabs.ts'

/** Everything that is wrong with a repository’s content, all at once. */
export function checkContent(root: string, packs: readonly Pack[]): Problem[] {
  const { files, problems } = readFolder(root, packs)
  const inFiles = files.flatMap(({ source, schema }) =>
    source.problems.length > 0 ? source.problems : problemsOf(source, schema),
  )
  const pages = pagesIn(files, packs)
  const site = {
    pages,
    ownPages: ownPages(root),
    navigation: navigationOf(files),
    home: homeOf(files),
  }
  return inOrder([
    ...problems,
    ...inFiles,
    ...problemsBetweenFiles(site),
    ...problemsOfTabs(pages),
    ...problemsOfAnnouncements(root, [...membersPaths(site)]),
  ])
}

/** A sentence that names the pages which show a pack's documents; null when none does. */
export function useOfPack(root: string, pack: Pack): string | null {
  const pages = pagesIn(readFolder(root, [pack]).files, [pack])
    .filter(({ page }) =>
      framesOf(page, () => undefined).some(({ embed }) => embed.src.startsWith(pack.path)),
    )
    .map(({ path }) => path)
  return pages.length > 0 ? `${pack.name} are still shown by ${pages.join(', ')}` : null
}

/** Every page with an address; one with mistakes of its own counts as a page without frames. */
export function pagesIn(files: readonly ContentFile[], packs: readonly Pack[]): SitePage[] {
  const schema = pageSchema(documentsOf(packs))
  return files
    .filter(({ kind }) => kind === 'page')
    .map(({ source }) => {
      const { data } = schema.safeParse(source.value)
      const broken = { title: '', description: '', adds: '', frames: [] }
      return { path: `/${parse(source.file).name}`, page: data ?? broken, source }
    })
}

function navigationOf(files: readonly ContentFile[]) {
  const source = files.find(({ kind }) => kind === 'navigation')?.source
  const { data } = navigationSchema.safeParse(source?.value)
  return source && data && { source, groups: data.groups }
}

function homeOf(files: readonly ContentFile[]) {
  const source = files.find(({ kind }) => kind === 'home')?.source
  const { data } = homeSchema.safeParse(source?.value)
  return source && data && { source, cards: data.cards, banner: data.banner }
}
