import * as z from 'zod/mini'
import * as limits from '../field-limits.ts'
import { VIDEO_KEY, VIDEO_KEY_MAX_CHARACTERS } from '../playlist/video-key.ts'

/** What the database can hold: no NUL, and no half of a pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const label = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.NOTE_LABEL_MAX_CHARACTERS), z.refine(isStorable))

/**
 * What a member wrote about a moment of a video. It never changes: an edit is a new note and the removal of the one it
 * stands for, so that two edits of one note both stay.
 */
export const Note = z.strictObject({
  /** Made where it is written. */
  id: z.uuid(),
  /** See `videoKey`. */
  video: z.string().check(z.maxLength(VIDEO_KEY_MAX_CHARACTERS), z.regex(VIDEO_KEY)),
  /** The video's title and fragment at that time, so that a note can be read where the playlist is not. */
  title: label,
  fragment: label,
  seconds: z.int().check(z.minimum(0), z.maximum(limits.VIDEO_MAX_SECONDS)),
  text: z.string().check(
    z.refine(isStorable),
    z.refine((text) => text.trim() !== '' && limits.codePoints(text) <= limits.NOTE_MAX_CODE_POINTS),
  ),
  /** As progress tells times: clocks of devices are wrong. */
  writtenMsAgo: z.int().check(z.minimum(0), z.maximum(limits.OLDEST_PROGRESS_MS)),
})
export type Note = z.output<typeof Note>

/** What a device sends, and nothing about whose it is. */
export const NotesForm = z.strictObject({
  written: z.array(Note).check(z.maxLength(limits.NOTES_AT_ONCE)),
  removed: z.array(z.uuid()).check(z.maxLength(limits.REMOVALS_AT_ONCE)),
})
export type NotesForm = z.output<typeof NotesForm>

/** All that the portal knows of a member's notes. */
export const StoredNotes = z.strictObject({
  /** The oldest first. */
  notes: z.array(Note),
  /** The ids of notes that are gone for good. */
  removed: z.array(z.uuid()),
})
export type StoredNotes = z.output<typeof StoredNotes>
