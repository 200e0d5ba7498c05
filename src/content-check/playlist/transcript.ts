import { parseText, ParseErrorCode, type VTTCue } from 'media-captions'
import type { Cue } from '../../shared/playlist/cohort.ts'
import { secondsOfClock } from '../../shared/playlist/times.ts'

/** The cues of a WebVTT file in the order they are said, or the first line that cannot be read. */
export async function readTranscript(text: string): Promise<{ cues: Cue[]; wrong?: Wrong | undefined }> {
  const [wrong] = /^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)
    ? text.split('\n').flatMap(wrongTimes)
    : [{ line: 1, message: 'A transcript begins with the word WEBVTT on a line of its own.' }]
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

interface Wrong {
  line: number
  message: string
}

/** A pair of times that other kinds of captions write so, and that a reader of WebVTT leaves out without a word. */
function wrongTimes(text: string, index: number): Wrong[] {
  const [, start = '', arrow = '', end = ''] = /^\s*(\d[\d:.,]*)\s*(-+>)\s*(\d[\d:.,]*)/.exec(text) ?? []
  if (!arrow) return []
  const line = index + 1
  if ((start + end).includes(',')) return [{ line, message: COMMA }]
  if (arrow !== '-->') return [{ line, message: ARROW }]
  return secondsOfClock(end) <= secondsOfClock(start) ? [{ line, message: ENDS_FIRST }] : []
}

const COMMA =
  'Seconds have a full stop here, not a comma: 00:12:34.000 --> 00:12:39.500. Replace it in all lines of times, or download the transcript as .vtt.'
const ARROW = 'Between two times stands -->, with two hyphens and spaces around it.'
const ENDS_FIRST = 'This ends before it begins. Write the later time behind the arrow.'
const NO_CUES =
  'This transcript says nothing. Add lines such as 00:01.000 --> 00:04.000 with the words below.'
const BAD_TIME =
  'This time cannot be read. Write it as 00:12:34.000 --> 00:12:39.500, the end after the beginning.'
const BAD_LINE =
  'This line cannot be read. A transcript is made of times such as 00:01.000 --> 00:04.000 with the words below.'

function toCue({ startTime, text }: VTTCue): Cue {
  const speaker = /<v(?:\.[^ \t>]*)?[ \t]+([^>]+)>/.exec(text)?.[1]?.trim() ?? null
  return { seconds: startTime, speaker, text: plain(text) }
}

/** Without tags, and with WebVTT's own few entities as the characters they stand for. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }
