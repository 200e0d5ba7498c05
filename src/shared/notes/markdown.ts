import { clockTime } from '../playlist/times.ts'
import { pathOf } from '../playlist/view.ts'
import type { Note } from './note.ts'

type Written = Pick<Note, 'video' | 'title' | 'fragment' | 'seconds' | 'text'>

/** Notes grouped by video, sorted by cohort and week. Notes of one video keep their order. */
export function byVideo<Noted extends Written>(notes: readonly Noted[]): Noted[][] {
  return [...Map.groupBy(notes, ({ video }) => video).entries()]
    .sort(([a], [b]) => inOrder.compare(a, b))
    .map(([, group]) => group)
}

/**
 * A document with a heading for each video and a list item for each note, which links to its second.
 *
 * @param site the origin of the links.
 */
export function notesAsMarkdown(notes: readonly Written[], site: string): string {
  const parts = byVideo(notes).map((group) => {
    const lines = group.map(
      (note) => `- [${clockTime(note.seconds)}](${addressOf(note, site)}) ${indented(note.text)}`,
    )
    return `## ${group[0]?.title.replaceAll(/\s+/g, ' ')}\n\n${lines.join('\n')}\n`
  })
  return ['# My notes\n', ...parts].join('\n')
}

/** A parenthesis would end the link. */
function addressOf(note: Written, site: string): string {
  return new URL(pathOf(note), site).href.replaceAll('(', '%28').replaceAll(')', '%29')
}

function indented(text: string): string {
  return text.replaceAll(/\r?\n/g, '\n  ')
}

/** Week 10 comes after week 9. */
const inOrder = new Intl.Collator('en', { numeric: true })
