import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { PROGRAMME } from './project-copy.ts'

const PAGES = join(PROGRAMME, 'pages')

/** Every members' page by its path, with the title an editor gave it. The home page's is the layout's own. */
export function readPageTitles(): ReadonlyMap<string, string> {
  const pages = readdirSync(PAGES).map((file) => {
    const { title } = parse(readFileSync(join(PAGES, file), 'utf8')) as { title: string }
    return [`/${basename(file, '.yaml')}`, title] as const
  })
  return new Map([['/', 'Home'], ...pages])
}
