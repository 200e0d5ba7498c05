import { actions } from 'astro:actions'
import { pathOf } from '#src/shared/notes/markdown.ts'
import type { Offer } from './sources.ts'

/** The member's notes. */
export async function ownNotes(): Promise<Offer[]> {
  const notes = await actions.notes.read.orThrow()
  return notes.map((note) => {
    const { text, title: context } = note
    const [title = ''] = text.split('\n')
    return { group: 'Notes', title, text, context, href: pathOf(note) }
  })
}
