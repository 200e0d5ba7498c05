import { parseText, ParseErrorCode, type VTTCue } from 'media-captions'
import type { Cue } from '../../shared/playlist/model.ts'

/** The cues of a WebVTT file in the order they are said, or the first line that cannot be read. */
export async function readTranscript(text: string): Promise<Transcript> {
  if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)) {
    return { ok: false, line: 1, message: 'A transcript begins with the word WEBVTT on a line of its own.' }
  }
  const wrong = wrongTime(text)
  if (wrong) return { ok: false, ...wrong }
  const { cues, errors } = await parseText(text, { type: 'vtt', errors: true })
  const [error] = errors
  if (error) return { ok: false, line: error.line, message: sentence(error.code) }
  if (cues.length === 0) return { ok: false, line: 1, message: NO_CUES }
  return { ok: true, cues: cues.map(toCue).sort((a, b) => a.seconds - b.seconds) }
}

export type Transcript = { ok: true; cues: Cue[] } | { ok: false; line: number; message: string }

/** The first pair of times that other kinds of captions write so, and that a reader of WebVTT leaves out without a word. */
function wrongTime(text: string): { line: number; message: string } | null {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, message: troubleWith(line) }))
  return lines.find(({ message }) => message !== null) as { line: number; message: string } | null
}

function troubleWith(line: string): string | null {
  const [, start = '', arrow = '', end = ''] = /^\s*(\d[\d:.,]*)\s*(-+>)\s*(\d[\d:.,]*)/.exec(line) ?? []
  if (!arrow) return null
  if ((start + end).includes(',')) return COMMA
  if (arrow !== '-->') return ARROW
  return secondsOf(end) <= secondsOf(start) ? ENDS_FIRST : null
}

/** NaN, which is neither more nor less, when it is no time. */
function secondsOf(time: string): number {
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

const COMMA =
  'Seconds have a full stop here, not a comma: 00:12:34.000 --> 00:12:39.500. Replace it in all lines of times, or download the transcript as .vtt.'

const ARROW = 'Between two times stands -->, with two hyphens and spaces around it.'

const ENDS_FIRST = 'This ends before it begins. Write the later time behind the arrow.'

const NO_CUES =
  'This transcript says nothing. Add lines such as 00:01.000 --> 00:04.000 with the words below.'

function sentence(code: number): string {
  if (code === ParseErrorCode.BadTimestamp) {
    return 'This time cannot be read. Write it as 00:12:34.000 --> 00:12:39.500, the end after the beginning.'
  }
  return 'This line cannot be read. A transcript is made of times such as 00:01.000 --> 00:04.000 with the words below.'
}

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
