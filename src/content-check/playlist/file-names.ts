import { basename, dirname } from 'node:path'
import { nearest } from '../../shared/nearest.ts'
import { plainName } from '../folder.ts'

/**
 * Reports files that would be ignored, names that can’t become an address, and numbers used twice.
 *
 * @param linked transcripts that belong to a video.
 */
export function checkFileNames(files: readonly string[], linked: ReadonlySet<string>): NameProblem[] {
  return [...new Map(files.flatMap((file) => problemWith(file, files, linked))), ...sameNumbers(files)]
}

/** A mistake in the name of a file or folder. */
type NameProblem = readonly [path: string, message: string]

function problemWith(path: string, files: readonly string[], linked: ReadonlySet<string>): NameProblem[] {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const badly = folders.findIndex((folder) => folder !== plainName(folder))
  if (badly >= 0) {
    const message = `${FOLDER_NAME} Rename it to ${plainName(folders[badly] ?? '')}.`
    return [[folders.slice(0, badly + 1).join('/'), message]]
  }
  if (/(?<!\.md)\.(?:sbv|txt)$/i.test(name)) return [[path, NO_TRANSCRIPT]]
  const [, stem = name, ending = ''] = /^(.*?)((?:\.\w+)+)$/.exec(name) ?? []
  const [transcript] = /\.(?:vtt|srt)/.exec(ending.toLowerCase()) ?? []
  const wanted = plainName(stem) + (transcript ?? '.md')
  const isRead = /^\.(?:md|mdx|markdown|vtt|srt|md\.txt)$/i.test(ending)
  if (isRead && name !== wanted) return [[path, `${FILE_NAME} Rename it to ${wanted}.`]]
  const isGroup = name === 'index.md' && (folders.length === 1 || folders.length === 2)
  const isVideo = folders.length === 2 && ending === '.md'
  if (isGroup || isVideo || linked.has(path)) return []
  return [[path, (transcript && lostTranscript(folders.join('/'), stem, files, transcript)) || NOTHING_READS]]
}

function lostTranscript(folder: string, stem: string, files: readonly string[], ending: string) {
  const videos = files.filter((file) => isVideo(file) && dirname(file) === folder)
  const names = videos.map((file) => basename(file, '.md'))
  const meant = names.includes(stem) ? undefined : nearest(stem, names)
  return meant && `No video here has this name. Did you mean ${meant}${ending}?`
}

/** Two videos of a week, or two weeks of a cohort, with the same number. */
function sameNumbers(files: readonly string[]): NameProblem[] {
  const videos = files.filter(isVideo)
  const places = new Set(videos.flatMap((video) => [video.replace(/\/[^/]*$/, ''), video]))
  const numbered = new Map<string, string>()
  return [...places].sort().flatMap((path): NameProblem[] => {
    const [, folder = '', name = '', number] = /^(.*\/)((\d+)-[^/]*)$/.exec(path) ?? []
    if (number === undefined) return []
    const key = `${folder}${Number(number)}`
    const other = numbered.get(key)
    numbered.set(key, other ?? name)
    if (!other) return []
    const message = `${other} also has the number ${number}. Numbers set the order, so give this one a different number.`
    return [[path, message]]
  })
}

/** Whether a file below the playlist’s folder is a video. */
export function isVideo(file: string): boolean {
  return /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/.test(file)
}

const FOLDER_NAME = 'Folder names use lowercase letters a–z, digits and single hyphens, such as 03-week-3.'
const FILE_NAME =
  'File names use lowercase letters a–z, digits and single hyphens, and end with .md, .vtt or .srt, such as 01-welcome.md.'
const NO_TRANSCRIPT =
  'A transcript has to be a WebVTT or SRT file with its video’s name. Replace this one with a .vtt download (in YouTube Studio: “Subtitles”, ⋮, “Download”, .vtt).'
const NOTHING_READS =
  'The portal doesn’t read this file. A video is <cohort>/<week>/<number>-<name>.md; its transcript has the same name and .vtt or .srt.'
