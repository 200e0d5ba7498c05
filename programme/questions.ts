import { z } from 'zod'
import { address } from '../src/schemas/fields.ts'
import { siteSchema } from '../src/schemas/site.ts'

const MAX_WEEKS = 52

/** `Program=https://…, Social=https://…` */
const channels = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => (part.trim() ? [part.split(/=(.*)/s)] : [])))
  .transform((pairs) => pairs.map(([label = '', href = '']) => ({ label: label.trim(), href: href.trim() })))
  .pipe(z.array(z.object({ label: z.string().min(1), href: address })))

const answersSchema = z.object({
  brand: siteSchema.shape.brand,
  cohort: z.string().regex(/[a-z0-9]/i),
  season: siteSchema.shape.season,
  weeks: z.coerce.number().int().min(1).max(MAX_WEEKS),
  timezone: siteSchema.shape.timezone,
  contact: siteSchema.shape.contact,
  channels,
})

/** What a new programme says of itself. */
export type Answers = z.infer<typeof answersSchema>

/** In the order in which they are asked; each is an option of that name, too. */
export const questions: readonly Question[] = [
  { name: 'brand', asks: 'What is the portal called?', remedy: 'Write a name.' },
  {
    name: 'cohort',
    asks: 'What is the cohort called, such as Cohort 18?',
    remedy: 'Write a name with letters or digits in it.',
  },
  { name: 'season', asks: 'When does it meet, such as Fall 2026?', remedy: 'Write a few words.' },
  { name: 'weeks', asks: 'How many weeks does it have?', remedy: `Write a number from 1 to ${MAX_WEEKS}.` },
  {
    name: 'timezone',
    asks: 'In which time zone?',
    remedy: 'Write one such as Pacific/Honolulu or America/Los_Angeles.',
  },
  {
    name: 'contact',
    asks: 'Which address reads what people write who wait?',
    remedy: 'Write a mail address.',
  },
  {
    name: 'channels',
    asks: 'Which chat channels, as Name=https://address, with commas between?',
    remedy: 'Write Name=https://address, with commas between; nothing for none.',
  },
]

/** The answer, or undefined when it is none. */
export function readAnswer<Name extends keyof Answers>(name: Name, text: string): Answers[Name] | undefined {
  return answersSchema.shape[name].safeParse(text.trim()).data as Answers[Name] | undefined
}

/** Once each of them can be read. */
export function readAnswers(texts: Record<keyof Answers, string>): Answers {
  return answersSchema.parse(texts)
}

export interface Question {
  name: keyof Answers
  asks: string
  /** What is said to an answer that is none. */
  remedy: string
}
