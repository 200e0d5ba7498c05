import { z } from 'zod'
import { youtubeId } from '#src/shared/playlist/view.ts'
import { dayError, moment, text, words } from './fields.ts'

const fragment = z
  .string()
  .regex(
    /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u,
    'Write letters and digits with single hyphens between, such as Customer-Discovery.',
  )

/** What stands between the two lines of `---` at the top of a video's file. */
export const videoSchema = z.strictObject({
  title: words.describe('What members read. The address within the page is made from it.'),
  videoId: z
    .string()
    .describe('The address of the video on YouTube, or its eleven characters.')
    .transform((value, context) => {
      const id = youtubeId(value)
      if (id) return id
      context.addIssue({
        code: 'custom',
        message: `“${value}” is no video on YouTube. Paste its address, such as https://youtu.be/xxxxxxxxxxx, or its 11 characters.`,
      })
      return z.NEVER
    }),
  slug: fragment.describe('The address within the page, when it should not follow the title.').optional(),
  aliases: z
    .array(fragment)
    .describe('Former addresses that still lead here: add the old one whenever a title changes.')
    .default([]),
  speakers: z.array(words).describe('Who speaks, one name a line.').default([]),
  date: z.iso
    .date({ error: dayError('Write a day as year-month-day, such as 2025-06-02.') })
    .describe('When it was recorded.')
    .optional(),
  published: moment
    .describe('From when it counts as new, where the day its file came to the project is not meant.')
    .optional(),
  duration: z
    .string()
    .describe('How long it is, in minutes and seconds: 42:10, or 1:02:10.')
    .regex(/^(?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/, 'Write minutes and seconds, such as 42:10 or 1:02:10.')
    .optional(),
  transcript: z
    .string()
    .meta({ control: 'transcript' })
    .describe('The transcript’s file beside this one. Not needed when it has the same name.')
    .regex(/^[^/\\]+\.vtt$/, 'Write the name of a .vtt file in the same folder.')
    .optional(),
})

/** The `index.md` of a cohort or a week. */
export const groupSchema = z.strictObject({
  title: words.describe('What members read.'),
})

/** A video's file as a form: what stands below its fields belongs to it. */
export const videoFile = videoSchema.extend({
  body: text.describe('What members read under the video.'),
})

/** A transcript as a form. */
export const transcriptFile = z.strictObject({
  body: z
    .string()
    .min(1)
    .meta({ control: 'words', title: 'Transcript' })
    .describe(
      'WebVTT, as YouTube Studio and others give it: it begins with WEBVTT. It belongs to the video with the same name.',
    ),
})

export type VideoFields = z.infer<typeof videoSchema>
