import * as z from 'zod/mini'
import * as limits from '../field-limits.ts'
import { VIDEO_KEY, VIDEO_KEY_MAX_CHARACTERS } from '../playlist/video-key.ts'

/** The database accepts neither NUL nor lone surrogates. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const label = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.NOTE_LABEL_MAX_CHARACTERS), z.refine(isStorable))

/**
 * A member's note on a second of a video. It is immutable: an edit adds a note and removes the old one, so that two edits of
 * one note are both kept.
 */
export const Note = z.strictObject({
  /** Made by the device that writes it. */
  id: z.uuid(),
  /** See `videoKey`. */
  video: z.string().check(z.maxLength(VIDEO_KEY_MAX_CHARACTERS), z.regex(VIDEO_KEY)),
  /** The video's title and fragment at that time, for notes that are read outside the playlist. */
  title: label,
  fragment: label,
  seconds: z.int().check(z.minimum(0), z.maximum(limits.VIDEO_MAX_SECONDS)),
  text: z.string().check(
    z.refine(isStorable),
    z.refine((text) => text.trim() !== '' && limits.codePoints(text) <= limits.NOTE_MAX_CODE_POINTS),
  ),
  /** An age instead of a time, because device clocks are wrong. */
  writtenMsAgo: z.int().check(z.minimum(0), z.maximum(limits.OLDEST_PROGRESS_MS)),
})
export type Note = z.output<typeof Note>

/** What a device sends. The session says whose it is. */
export const NotesForm = z.strictObject({
  written: z.array(Note).check(z.maxLength(limits.NOTES_AT_ONCE)),
  removed: z.array(z.uuid()).check(z.maxLength(limits.REMOVALS_AT_ONCE)),
})
export type NotesForm = z.output<typeof NotesForm>

/** All of a member's notes in the portal. */
export const StoredNotes = z.strictObject({
  /** The oldest first. */
  notes: z.array(Note),
  /** The ids of removed notes. */
  removed: z.array(z.uuid()),
})
export type StoredNotes = z.output<typeof StoredNotes>
