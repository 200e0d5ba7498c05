import { framesOf } from '../schemas/page-frames.ts'
import { isSample } from '../shared/playlist/view.ts'
import { readContent, type Content, type ContentFile } from './content.ts'
import type { ContentProblem } from './problem.ts'

/** Below `src/content`. */
export function listSamples({ files }: Content): string[] {
  return files.filter(isSampleFile).map(({ source }) => source.file.replace('src/content/', ''))
}

export function countSamples(samples: readonly string[]): string {
  return `${samples.length} ${samples.length === 1 ? 'file is a sample' : 'files are samples'}: ${samples.join(', ')}.`
}

/** The problem that stops a production build: samples, unless `site.yaml` allows them. */
export function refusedSamples(root: string): ContentProblem[] {
  const content = readContent(root)
  const samples = listSamples(content)
  const site = content.files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${countSamples(samples)} ${REMEDY}`)]
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
