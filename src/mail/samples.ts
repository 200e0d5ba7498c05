import { writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createComposer } from './composer.ts'
import type { ProgrammeWords } from './mail.ts'
import { mails, type Mailable } from './mails.ts'

/** Every mail there is, as it would be sent. */
export const samples: readonly Mailable[] = mails.map(({ kind, sample }) => ({ kind, ...sample }) as Mailable)

/** Writes every mail with sample data as HTML and as text; returns the paths. */
export async function writeSamples(
  directory: string,
  siteUrl: string,
  programme: ProgrammeWords,
): Promise<Sample[]> {
  const composer = createComposer(siteUrl, programme)
  mkdirSync(directory, { recursive: true })
  return Promise.all(
    samples.map(async (sample) => {
      const { subject, html, text } = await composer.compose(sample)
      const name = sample.kind.replaceAll('_', '-')
      const paths = { html: join(directory, `${name}.html`), text: join(directory, `${name}.txt`) }
      writeFileSync(paths.html, html)
      writeFileSync(paths.text, text)
      return { name, subject, ...paths }
    }),
  )
}

export interface Sample {
  name: string
  subject: string
  html: string
  text: string
}
