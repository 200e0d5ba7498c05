import { checkContent } from '#src/content-check/check.ts'
import { useContentCopy } from './content-copy.ts'

export const PAGE = 'src/content/pages/alumni.yaml'
export const SHOWN = 'title: Alumni\ndescription: Who came before.\nembed: https://example.org/\n'

export const WEEK = 'src/content/playlist/cohort-17/00-week-0'
export const VIDEO = `${WEEK}/09-extra.md`
export const FIELDS = 'title: Extra\nvideoId: https://youtu.be/abcdefghijk\n'

/** A video’s file with these fields besides, and these words. */
export function video(fields = '', words = ''): string {
  return `---\n${FIELDS}${fields}---\n${words}\n`
}

/** A file with a mistake, and what is said: `line:column sentence`, with the file before it where it is another one. */
export type Mistake = readonly [what: string, file: string, text: string | Buffer, ...said: string[]]

/** What the check says of the content with one more file. */
export function useMistakes() {
  const copy = useContentCopy()
  return {
    saidOf: async (path: string, text: string | Buffer) => {
      copy.write(path, text)
      const problems = await checkContent(copy.root, copy.packs)
      return problems.map(
        ({ file, line, column, message }) => `${file === path ? '' : `${file}:`}${line}:${column} ${message}`,
      )
    },
  }
}
