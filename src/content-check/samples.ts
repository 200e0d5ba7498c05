import { framesOf } from '../schemas/page-frames.ts'
import { isSample } from '../shared/playlist/view.ts'
import { readContent, type Content, type ContentFile } from './content.ts'
import type { ContentProblem } from './problem.ts'

/** Up to three sentences: which pages show a sample, which videos are samples, and which events and announcements. */
export function listSamples({ files }: Content): string[] {
  const of = (...kinds: ContentFile['kind'][]) =>
    files.filter(({ kind, data }) => data && kinds.includes(kind))
  return [
    ...sentence(of('page'), 'pages show a sample', (samples) => samples.map(({ id }) => `/${id}`)),
    ...sentence(of('video'), 'videos are samples', countByWeek),
    ...sentence(of('event', 'announcement'), 'events and announcements are samples', (samples) =>
      samples.map(({ source }) => source.file.replace('src/content/', '')),
    ),
  ]
}

function sentence(files: ContentFile[], what: string, list: (samples: ContentFile[]) => string[]): string[] {
  const samples = files.filter(isSampleFile)
  return samples.length > 0
    ? [`${samples.length} of ${files.length} ${what}: ${list(samples).join(', ')}.`]
    : []
}

function countByWeek(videos: ContentFile[]): string[] {
  const weeks = Map.groupBy(videos, ({ source }) => source.file.split('/').slice(-3, -1).join('/'))
  return [...weeks].map(([week, { length }]) => `${week} (${length})`)
}

/** The problem that stops a production build: samples, unless `site.yaml` allows them. */
export function refusedSamples(root: string): ContentProblem[] {
  const content = readContent(root)
  const samples = listSamples(content)
  const site = content.files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${samples.join(' ')} ${REMEDY}`)]
}

const REMEDY =
  'Replace them with your own. To show them to members for now, add a line to this file: `samples: shown to members`.'

/** One for each file, also outside production, if `site.yaml` says `samples: none`. */
export function problemsOfSamples({ files }: Content): ContentProblem[] {
  const site = files.find(({ kind }) => kind === 'site')
  if (site?.source.at(['samples']) !== 'none') return []
  return files.filter(isSampleFile).map(({ source }) => {
    const field = ['sample', 'videoId', 'embed'].find((name) => source.at([name]) !== undefined)
    return source.problem([field ?? ''], NO_SAMPLES)
  })
}

const NO_SAMPLES =
  'This is a sample, and `samples: none` in site.yaml refuses all. Delete this file, or make it your own, without `/samples/`, `SAMPLE-` and `sample: true`.'

function isSampleFile({ kind, data }: ContentFile): boolean {
  if (!data) return false
  if (kind === 'page') return framesOf(data).some(({ frame: { embed } }) => embed.provider === 'own')
  if (kind === 'video') return isSample(data)
  return 'sample' in data && data.sample === true
}
