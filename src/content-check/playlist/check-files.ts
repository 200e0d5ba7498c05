import { plainName } from '../folder.ts'
import { nearest } from '../../shared/nearest.ts'

/**
 * Files that nothing reads are mistakes: a misspelt ending, a transcript whose video was renamed. So are names that no
 * address can be made of, and a number twice, which leaves the order to the names behind it.
 *
 * @param spoken transcripts that belong to a video.
 */
export function checkFiles(files: ReadonlySet<string>, spoken: ReadonlySet<string>): Refused[] {
  const problems = [...files].flatMap((file) => troubleWith(file, files, spoken) ?? [])
  const isFirst = ({ path }: Refused, index: number) =>
    index === problems.findIndex((one) => one.path === path)
  return [...problems.filter(isFirst), ...sameNumbers(files)]
}

/** A file or a folder, and what is wrong with it as a whole. */
interface Refused {
  path: string
  message: string
}

function troubleWith(path: string, files: ReadonlySet<string>, spoken: ReadonlySet<string>): Refused | null {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const badly = folders.findIndex((folder) => !PLAIN.test(folder))
  if (badly >= 0) {
    const wanted = plainName(folders[badly] ?? '')
    return { path: folders.slice(0, badly + 1).join('/'), message: `${FOLDER_NAME} Rename it to ${wanted}.` }
  }
  if (/(?<!\.md)\.(?:srt|sbv|txt)$/i.test(name)) return { path, message: NO_TRANSCRIPT }
  const [, stem = name, ending = ''] = /^(.*?)((?:\.\w+)+)$/.exec(name) ?? []
  if (
    /^\.(?:md|mdx|markdown|vtt|md\.txt)$/i.test(ending) &&
    !(PLAIN.test(stem) && /^\.(?:md|vtt)$/.test(ending))
  ) {
    const wanted = `${plainName(stem)}.${/vtt/i.test(ending) ? 'vtt' : 'md'}`
    return { path, message: `${FILE_NAME} Rename it to ${wanted}.` }
  }
  const isGroup = name === 'index.md' && (folders.length === 1 || folders.length === 2)
  const isVideo = folders.length === 2 && ending === '.md'
  if (isGroup || isVideo || spoken.has(path)) return null
  return { path, message: ending === '.vtt' ? lostTranscript(folders.join('/'), stem, files) : NOTHING_READS }
}

function lostTranscript(folder: string, stem: string, files: ReadonlySet<string>): string {
  const videos = [...files].flatMap((file) => {
    const isNeighbour = file.startsWith(`${folder}/`) && file.endsWith('.md') && !file.endsWith('/index.md')
    return isNeighbour ? [file.slice(folder.length + 1, -'.md'.length)] : []
  })
  const meant = nearest(stem, videos)
  return meant ? `No video here has this name. Did you mean ${meant}.vtt?` : NOTHING_READS
}

/** Two videos of a week, or two weeks of a cohort. */
function sameNumbers(files: ReadonlySet<string>): Refused[] {
  const numbered = new Map<string, string>()
  return [...placesIn(files)].sort().flatMap((path) => {
    const [, folder = '', number] = /^(.*\/)(\d+)-[^/]*$/.exec(path) ?? []
    if (number === undefined) return []
    const key = `${folder}${Number(number)}`
    const other = numbered.get(key)
    if (!other) numbered.set(key, path)
    const message = `${other?.slice(folder.length) ?? ''} has the number ${number}, too, and numbers give the order. Give this one another.`
    return other ? [{ path, message }] : []
  })
}

/** The weeks' folders and the videos' files. */
function placesIn(files: ReadonlySet<string>): Set<string> {
  const videos = [...files].filter((file) => /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/.test(file))
  return new Set(videos.flatMap((video) => [video.slice(0, video.lastIndexOf('/')), video]))
}

const PLAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const FOLDER_NAME = 'Folders are named with small letters a–z, digits and single hyphens, such as 03-week-3.'

const FILE_NAME =
  'Files are named with small letters a–z, digits and single hyphens, and .md or .vtt, such as 01-welcome.md.'

const NO_TRANSCRIPT =
  'A transcript is a WebVTT file with its video’s name. Download it as .vtt (in YouTube Studio: “Subtitles”, ⋮, “Download”, .vtt) in place of this one.'

const NOTHING_READS =
  'Nothing reads this file. Videos are <cohort>/<week>/<number>-<name>.md; a transcript has its video’s name and .vtt.'
