import { parseText, ParseErrorCode, type VTTCue } from 'media-captions'
import type { Cue } from '../../shared/playlist/cohort.ts'
import { secondsOfClock } from '../../shared/playlist/times.ts'

/** The cues of a WebVTT file in order of time, or its first mistake. */
export async function readTranscript(text: string): Promise<{ cues: Cue[]; wrong?: Mistake | undefined }> {
  const [wrong] = /^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)
    ? text.split('\n').flatMap(wrongTimes)
    : [{ line: 1, message: 'The first line of a transcript has to be WEBVTT.' }]
  if (wrong) return { cues: [], wrong }
  const { cues, errors } = await parseText(text, { type: 'vtt', errors: true })
  const [error] = errors
  if (error) {
    const message = error.code === ParseErrorCode.BadTimestamp ? BAD_TIME : BAD_LINE
    return { cues: [], wrong: { line: error.line, message } }
  }
  if (cues.length === 0) return { cues: [], wrong: { line: 1, message: NO_CUES } }
  return { cues: cues.map(toCue).sort((a, b) => a.seconds - b.seconds) }
}

interface Mistake {
  line: number
  message: string
}

/** Times in other caption formats, which the WebVTT parser would silently skip. */
function wrongTimes(text: string, index: number): Mistake[] {
  const [, start = '', arrow = '', end = ''] = /^\s*(\d[\d:.,]*)\s*(-+>)\s*(\d[\d:.,]*)/.exec(text) ?? []
  if (!arrow) return []
  const line = index + 1
  if ((start + end).includes(',')) return [{ line, message: COMMA }]
  if (arrow !== '-->') return [{ line, message: ARROW }]
  return secondsOfClock(end) <= secondsOfClock(start) ? [{ line, message: ENDS_FIRST }] : []
}

const COMMA =
  'Write a full stop before the milliseconds, not a comma: 00:12:34.000 --> 00:12:39.500. Replace every one, or download the transcript as .vtt.'
const ARROW = 'Write --> between two times: two hyphens, with a space on each side.'
const ENDS_FIRST = 'This ends before it begins. Write the later time after the arrow.'
const NO_CUES =
  'This transcript is empty. Add lines such as 00:01.000 --> 00:04.000, each with its words below it.'
const BAD_TIME =
  'This time isn’t valid. Write it as 00:12:34.000 --> 00:12:39.500, with the later time second.'
const BAD_LINE =
  'This line isn’t valid. A transcript has lines such as 00:01.000 --> 00:04.000, each with its words below it.'

function toCue({ startTime, text }: VTTCue): Cue {
  const speaker = /<v(?:\.[^ \t>]*)?[ \t]+([^>]+)>/.exec(text)?.[1]?.trim() ?? null
  return { seconds: startTime, speaker, text: plain(text) }
}

/** Text without tags, and with WebVTT’s entities decoded. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }
