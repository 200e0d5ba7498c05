import { z } from 'zod'
import { youtubeId } from '#src/shared/playlist/youtube-id.ts'

const words = z.string('Write some text.').trim().min(1, 'Write some text; it is empty.')

const fragment = z
  .string('Write the part of the address after #.')
  .regex(
    /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u,
    'Write letters and digits with single hyphens between, such as Customer-Discovery.',
  )

/** What stands between the two lines of `---` at the top of a video's file. */
export const videoSchema = z.strictObject({
  /** As members read it. The address within the page is made from it. */
  title: words,
  /** YouTube's eleven characters, or any address of the video. */
  videoId: z.string('Paste the address of the video on YouTube, in quotes.').transform((value, context) => {
    const id = youtubeId(value)
    if (id) return id
    context.addIssue({
      code: 'custom',
      message: `"${value}" is no video on YouTube. Paste its address, such as https://youtu.be/xxxxxxxxxxx, or its 11 characters.`,
    })
    return z.NEVER
  }),
  /** The address within the page, when it should not follow the title. */
  slug: fragment.optional(),
  /** Former addresses that still lead here: add the old one whenever a title changes. */
  aliases: z.array(fragment, 'Write a list: one former address a line, each after a hyphen.').default([]),
  /** Who speaks. */
  speakers: z.array(words, 'Write a list: one name a line, each after a hyphen.').default([]),
  /** When it was recorded. */
  date: z.iso.date('Write a day as year-month-day, such as 2025-06-02.').optional(),
  /** How long it is. */
  duration: z
    .string('Write minutes and seconds in quotes, such as "42:10".')
    .regex(/^(?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/, 'Write minutes and seconds, such as 42:10 or 1:02:10.')
    .optional(),
  /** The transcript's file beside this one. Not needed when it has the same name. */
  transcript: z
    .string('Write the name of a .vtt file in the same folder.')
    .regex(/^[^/\\]+\.vtt$/, 'Write the name of a .vtt file in the same folder.')
    .optional(),
})

/** The `index.md` of a cohort or a week. */
export const groupSchema = z.strictObject({
  /** As members read it. */
  title: words,
})

export type VideoFields = z.infer<typeof videoSchema>
