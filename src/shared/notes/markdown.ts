import { writeHash } from '../playlist/fragment.ts'
import { clockTime } from '../playlist/times.ts'
import { PLAYLIST_PATH } from '../playlist/view.ts'
import type { Note } from './note.ts'

type Written = Pick<Note, 'video' | 'title' | 'fragment' | 'seconds' | 'text'>

/** Notes by video, in the order of cohorts and weeks; those of one video by their moment, as they come. */
export function byVideo<Noted extends Written>(notes: readonly Noted[]): Noted[][] {
  return [...Map.groupBy(notes, ({ video }) => video).entries()]
    .sort(([a], [b]) => inOrder.compare(a, b))
    .map(([, group]) => group)
}

/**
 * One document: a heading for each video, a line for each note that links to its moment. Words stay as they were
 * written, as a Markdown list item's own.
 *
 * @param site where the links lead.
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

export function pathOf({ fragment, seconds }: Pick<Note, 'fragment' | 'seconds'>): string {
  return PLAYLIST_PATH + writeHash({ fragment, seconds })
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
