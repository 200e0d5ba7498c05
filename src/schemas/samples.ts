import { text } from '#samples'
import { parse } from 'yaml'
import { createEmbed, type Embed } from '../embeds/embed.ts'
import { SAMPLES_PREFIX } from '../shared/paths.ts'

/** What pages show until they have a document of the programme. */
export const samples = (parse(text) as Sample[]).map((sample) => ({
  ...sample,
  embed: embedOf(sample),
}))

function embedOf(sample: Sample): Embed {
  const path = SAMPLES_PREFIX + sample.name
  return createEmbed({
    provider: 'own',
    src: path,
    href: path,
    shape: sample.shape,
    view: sample.shape === 'calendar' ? sample.view : undefined,
    // With `allow-same-origin` a sandbox protects nothing; without it, fonts and the session cookie are refused.
    sandbox: null,
  })
}

export type Sample = { name: string; title: string; note?: string } & (
  TableSample | FormSample | DocumentSample | { shape: 'calendar'; view: 'agenda' | 'month' | 'week' }
)

export interface TableSample {
  shape: 'table'
  columns: string[]
  // The first cell names its row.
  rows: (string | number)[][]
}

export interface FormSample {
  shape: 'form'
  intro: string
  fields: {
    /** The question; also the field’s name for `prefill`. */
    label: string
    type?: 'email' | 'number' | 'paragraph'
    required?: boolean
    options?: string[]
  }[]
}

export interface DocumentSample {
  shape: 'document' | 'video'
  intro: string
  sections: { heading: string; text: string }[]
}
