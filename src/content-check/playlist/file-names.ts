import { plainName } from '../folder.ts'

/**
 * Reports files that would be ignored, and names that can’t become an address.
 *
 * @param linked transcripts that belong to a video.
 */
export function checkFileNames(files: readonly string[], linked: ReadonlySet<string>): NameProblem[] {
  return [...new Map(files.flatMap((file) => problemWith(file, linked)))]
}

/** A mistake in the name of a file or folder. */
type NameProblem = readonly [path: string, message: string]

function problemWith(path: string, linked: ReadonlySet<string>): NameProblem[] {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const badly = folders.findIndex((folder) => folder !== plainName(folder))
  if (badly >= 0) {
    const message = `${FOLDER_NAME} Rename it to ${plainName(folders[badly] ?? '')}.`
    return [[folders.slice(0, badly + 1).join('/'), message]]
  }
  const [, stem = '', ending = ''] = /^(.*)\.(md|vtt|srt)$/i.exec(name) ?? []
  const wanted = `${plainName(stem)}.${ending.toLowerCase()}`
  if (stem && name !== wanted) return [[path, `${FILE_NAME} Rename it to ${wanted}.`]]
  const isGroup = name === 'index.md' && (folders.length === 1 || folders.length === 2)
  return isGroup || isVideo(path) || linked.has(path) ? [] : [[path, NOTHING_READS]]
}

/** Whether a file below the playlist’s folder is a video. */
export function isVideo(file: string): boolean {
  return /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/.test(file)
}

const FOLDER_NAME = 'Folder names use lowercase letters a–z, digits and single hyphens, such as 03-week-3.'
const FILE_NAME =
  'File names use lowercase letters a–z, digits and single hyphens, and end with .md, .vtt or .srt, such as 01-welcome.md.'
const NOTHING_READS =
  'The portal doesn’t read this file. A video is <cohort>/<week>/<number>-<name>.md; its transcript has the same name and .vtt or .srt.'
