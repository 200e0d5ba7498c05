import { parseText, ParseErrorCode, type VTTCue } from 'media-captions'
import type { Cue } from '../../shared/playlist/model.ts'

/** The cues of a WebVTT file in the order they are said, or the first line that cannot be read. */
export async function readTranscript(text: string): Promise<Transcript> {
  if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)) {
    return { ok: false, line: 1, message: 'A transcript begins with the word WEBVTT on a line of its own.' }
  }
  const { cues, errors } = await parseText(text, { type: 'vtt', errors: true })
  const [error] = errors
  if (error) return { ok: false, line: error.line, message: sentence(error.code) }
  if (cues.length === 0) return { ok: false, line: 1, message: NO_CUES }
  return { ok: true, cues: cues.map(toCue).sort((a, b) => a.seconds - b.seconds) }
}

export type Transcript = { ok: true; cues: Cue[] } | { ok: false; line: number; message: string }

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
