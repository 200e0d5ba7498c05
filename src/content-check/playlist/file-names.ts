import { basename, dirname } from 'node:path'
import { nearest } from '../../shared/nearest.ts'
import { plainName } from '../folder.ts'

/**
 * Files that nothing reads are mistakes: a misspelt ending, a transcript whose video was renamed. So are names that no
 * address can be made of, and a number twice, which leaves the order to the names behind it.
 *
 * @param spoken transcripts that belong to a video.
 */
export function checkFileNames(files: readonly string[], spoken: ReadonlySet<string>): Trouble[] {
  return [...new Map(files.flatMap((file) => troubleWith(file, files, spoken))), ...sameNumbers(files)]
}

/** What is wrong with a file or a folder as a whole. */
type Trouble = readonly [path: string, message: string]

function troubleWith(path: string, files: readonly string[], spoken: ReadonlySet<string>): Trouble[] {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const badly = folders.findIndex((folder) => folder !== plainName(folder))
  if (badly >= 0) {
    const message = `${FOLDER_NAME} Rename it to ${plainName(folders[badly] ?? '')}.`
    return [[folders.slice(0, badly + 1).join('/'), message]]
  }
  if (/(?<!\.md)\.(?:srt|sbv|txt)$/i.test(name)) return [[path, NO_TRANSCRIPT]]
  const [, stem = name, ending = ''] = /^(.*?)((?:\.\w+)+)$/.exec(name) ?? []
  const wanted = `${plainName(stem)}.${/vtt/i.test(ending) ? 'vtt' : 'md'}`
  const isRead = /^\.(?:md|mdx|markdown|vtt|md\.txt)$/i.test(ending)
  if (isRead && name !== wanted) return [[path, `${FILE_NAME} Rename it to ${wanted}.`]]
  const isGroup = name === 'index.md' && (folders.length === 1 || folders.length === 2)
  const isVideo = folders.length === 2 && ending === '.md'
  if (isGroup || isVideo || spoken.has(path)) return []
  return [[path, (ending === '.vtt' && lostTranscript(folders.join('/'), stem, files)) || NOTHING_READS]]
}

function lostTranscript(folder: string, stem: string, files: readonly string[]): string | undefined {
  const videos = files.filter((file) => isVideo(file) && dirname(file) === folder)
  const names = videos.map((file) => basename(file, '.md'))
  const meant = nearest(stem, names)
  return meant && `No video here has this name. Did you mean ${meant}.vtt?`
}

/** Two videos of a week, or two weeks of a cohort. */
function sameNumbers(files: readonly string[]): Trouble[] {
  const videos = files.filter(isVideo)
  const places = new Set(videos.flatMap((video) => [video.replace(/\/[^/]*$/, ''), video]))
  const numbered = new Map<string, string>()
  return [...places].sort().flatMap((path): Trouble[] => {
    const [, folder = '', name = '', number] = /^(.*\/)((\d+)-[^/]*)$/.exec(path) ?? []
    if (number === undefined) return []
    const key = `${folder}${Number(number)}`
    const other = numbered.get(key)
    numbered.set(key, other ?? name)
    if (!other) return []
    const message = `${other} has the number ${number}, too, and numbers give the order. Give this one another.`
    return [[path, message]]
  })
}

/** Whether a file below the playlist's folder is a video's. */
export function isVideo(file: string): boolean {
  return /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/.test(file)
}

const FOLDER_NAME = 'Folders are named with small letters a–z, digits and single hyphens, such as 03-week-3.'
const FILE_NAME =
  'Files are named with small letters a–z, digits and single hyphens, and .md or .vtt, such as 01-welcome.md.'
const NO_TRANSCRIPT =
  'A transcript is a WebVTT file with its video’s name. Download it as .vtt (in YouTube Studio: “Subtitles”, ⋮, “Download”, .vtt) in place of this one.'
const NOTHING_READS =
  'Nothing reads this file. Videos are <cohort>/<week>/<number>-<name>.md; a transcript has its video’s name and .vtt.'
