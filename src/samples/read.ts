import { parse } from 'yaml'
import { sampleSchema } from './schema.ts'

const files = import.meta.glob<string>('./documents/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Every sample, by the name of its file. What may be wrong with a file the content check has said by now. */
export const samples = Object.entries(files).map(([file, text]) => ({
  name: file.replace(/^.*\/|\.yaml$/g, ''),
  sample: sampleSchema.parse(parse(text)),
}))
