import { parse } from 'node:path'
import { homeSchema } from '../schemas/home.ts'
import { navigationSchema } from '../schemas/navigation.ts'
import { pageSchema } from '../schemas/page.ts'
import { ownPages, readFolder, type ContentFile } from './folder.ts'
import { problemsOf } from './issues.ts'
import { problemsBetweenFiles, type SitePage } from './links.ts'
import { inOrder, type Problem } from './problem.ts'
import { problemsOfTabs } from './tabs.ts'

/** Everything that is wrong with a repository’s content, all at once. */
export function checkContent(root: string): Problem[] {
  const { files, problems } = readFolder(root)
  const inFiles = files.flatMap(({ source, schema }) =>
    source.problems.length > 0 ? source.problems : problemsOf(source, schema),
  )
  const pages = readPages(files)
  const site = {
    pages,
    ownPages: ownPages(root),
    navigation: navigationOf(files),
    home: homeOf(files),
  }
  return inOrder([...problems, ...inFiles, ...problemsBetweenFiles(site), ...problemsOfTabs(pages)])
}

/** Every page with an address; one with mistakes of its own counts as a page without frames. */
function readPages(files: readonly ContentFile[]): SitePage[] {
  return files
    .filter(({ kind }) => kind === 'page')
    .map(({ source }) => {
      const { data } = pageSchema.safeParse(source.value)
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
