import * as z from 'zod/mini'
import * as limits from '../field-limits.ts'
import { VIDEO_KEY, VIDEO_KEY_MAX_CHARACTERS } from '../playlist/video-key.ts'

// The database accepts neither NUL nor lone surrogates.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const label = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.NOTE_LABEL_MAX_CHARACTERS), z.refine(isStorable))

export const Note = z.strictObject({
  id: z.uuid(),
  video: z.string().check(z.maxLength(VIDEO_KEY_MAX_CHARACTERS), z.regex(VIDEO_KEY)),
  /** The video's title and fragment at that time, for notes that are read outside the playlist. */
  title: label,
  fragment: label,
  seconds: z.int().check(z.minimum(0), z.maximum(limits.VIDEO_MAX_SECONDS)),
  text: z.string().check(
    z.refine(isStorable),
    z.refine((text) => text.trim() !== '' && limits.codePoints(text) <= limits.NOTE_MAX_CODE_POINTS),
  ),
})
export type Note = z.output<typeof Note>

/** What a browser sends. The session says whose it is. */
export const NoteForm = z.strictObject({
  ...Note.shape,
  /** The note that this one is an edit of. Two edits of one note are both kept. */
  replaces: z.nullable(z.uuid()),
})
export type NoteForm = z.output<typeof NoteForm>

export const RemoveNoteInput = z.strictObject({ id: Note.shape.id })
