import { z } from 'zod'
import { videoIdOf } from '../embeds/match.ts'
import { audience } from './groups.ts'
import { day, dayOrTime, markdownBody, requiredLine } from './fields.ts'

const fragment = z
  .string()
  .regex(
    /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u,
    'Use letters and digits with single hyphens between them, such as Customer-Discovery.',
  )
  .meta({ title: 'Old address' })

export const videoSchema = z.strictObject({
  title: requiredLine.describe('The title. It also sets the video’s address within the page.'),
  videoId: z
    .string()
    .meta({ title: 'Link to YouTube' })
    .describe('The video’s address on YouTube, or its 11-character id.')
    .transform((value, context) => {
      const id = videoIdOf(value)
      if (id) return id
      context.addIssue({
        code: 'custom',
        message: `“${value}” isn’t a YouTube video. Paste its address, such as https://youtu.be/xxxxxxxxxxx, or its 11-character id.`,
      })
      return z.NEVER
    }),
  speakers: z
    .array(requiredLine.meta({ title: 'Speaker' }))
    .describe('The speakers, one name on each line.')
    .default([]),
  date: day.meta({ title: 'Recorded on' }).describe('When it was recorded.').optional(),
  duration: z
    .string()
    .describe('How long it is, in minutes and seconds: 42:10, or 1:02:10.')
    .regex(/^(?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/, 'Write minutes and seconds, such as 42:10 or 1:02:10.')
    .optional(),
  transcript: z
    .string()
    .meta({ control: 'transcript' })
    .describe('The transcript’s file in the same folder. Not needed if it has the same name.')
    .regex(/^[^/\\]+\.(?:vtt|srt)$/, 'Write the name of a .vtt or .srt file in the same folder.')
    .optional(),
  for: audience,
  published: dayOrTime
    .meta({ title: 'New since' })
    .describe('When the video counts as new, if that isn’t the day its file was added.')
    .optional(),
  slug: fragment
    .meta({ title: 'Address within the page' })
    .describe('If it shouldn’t follow the title: Customer-Discovery.')
    .optional(),
  aliases: z
    .array(fragment)
    .meta({ title: 'Old addresses' })
    .describe('They still lead here. When you change a title, add the old address.')
    .default([]),
})

export const folderSchema = z.strictObject({
  title: requiredLine.describe('The title that members see.'),
  for: audience,
})

const { title, videoId, ...others } = videoSchema.shape

export const videoFile = z.strictObject({
  title,
  videoId,
  body: markdownBody.describe('What members read under the video.'),
  ...others,
})

export const transcriptFile = z.strictObject({
  body: z
    .string()
    .min(1)
    .meta({ control: 'words', title: 'Transcript' })
    .describe(
      'A WebVTT file, such as one from YouTube Studio. It begins with WEBVTT and belongs to the video with the same name.',
    ),
})

export type VideoFields = z.infer<typeof videoSchema>
