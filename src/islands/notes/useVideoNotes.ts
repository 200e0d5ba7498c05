import { useState } from 'react'
import { codePoints, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import type { Note, NoteForm } from '#src/shared/notes/note.ts'
import { useDrafts } from './useDrafts.ts'
import { refreshNotes, requestRemoval, useNotes, type NotRemoved } from './useNotes.ts'

/**
 * A video's notes and drafts, and what the member does with them.
 *
 * @param leave called when writing ends.
 */
export function useVideoNotes(video: string, leave: () => void) {
  const [last, show] = useState<NotesPanel>({ step: 'closed' })
  // What was done with another video's note is over.
  const panel: NotesPanel = 'note' in last && last.note.video !== video ? { step: 'reading' } : last
  /** Shows how a step ended, unless the member has gone on to something else. */
  const finish = (step: 'saving' | 'removing', { id }: Note, next: NotesPanel) =>
    show((now) => (now.step === step && now.note.id === id ? next : now))

  const own = useDrafts(async (note) => {
    await refreshNotes()
    finish('saving', note, { step: 'saved', note })
  })
  const drafts = own.drafts.filter(({ note }) => note.video === video)
  const reading = useNotes()
  const all = reading.data ?? []
  const here = all.filter((note) => note.video === video)

  const type = (note: NoteForm) => own.put({ note, state: 'writing' })
  const write = (note: NoteForm) => {
    type(note)
    show({ step: 'writing', note })
  }
  const save = (typed: NoteForm) => {
    // The database accepts neither lone surrogates nor NUL.
    const text = typed.text.toWellFormed().replaceAll('\0', '').trim()
    if (codePoints(text) > NOTE_MAX_CODE_POINTS) {
      own.put({ note: typed, state: 'note_too_long' })
      return
    }
    const note = { ...typed, text }
    void own.send(note)
    show({ step: 'saving', note })
    leave()
  }
  const cancel = ({ id }: NoteForm) => {
    own.drop(id)
    leave()
  }
  const remove = async (note: Note) => {
    show({ step: 'removing', note })
    const why = await requestRemoval(note)
    finish('removing', note, why ? { step: 'not-removed', note, why } : { step: 'removed', note })
  }
  return { panel, show, drafts, reading, all, here, type, write, save, cancel, remove }
}

/** What the panel shows, and what the member did last in it. */
export type NotesPanel =
  | { step: 'closed' | 'reading' | 'all' }
  | { step: 'writing' | 'saving' | 'saved' | 'removing' | 'removed'; note: Note }
  | { step: 'not-removed'; note: Note; why: NotRemoved }
