import { decodeHTMLStrict } from 'entities'
import { cleanText } from '../shared/clean-text.ts'
import type { Cue } from '../shared/playlist/cohort.ts'
import { parseClockTime } from '../shared/playlist/times.ts'

/** The cues of a WebVTT or SRT file in order of time, and every mistake: text that is not in a cue is in a mistake. */
export function readTranscript(text: string): { cues: Cue[]; mistakes: Mistake[] } {
  const { blocks, mistakes } = readBlocks(text.split('\n'))
  const cues = (ROLLING_CAPTIONS.test(text) ? withoutRepeats(blocks) : blocks).flatMap(voicesOf)
  if (cues.length === 0) return { cues, mistakes: [{ line: 1, message: NO_CUES }] }
  return { cues: cues.sort((a, b) => a.seconds - b.seconds), mistakes }
}

interface Mistake {
  line: number
  message: string
}

interface Block {
  seconds: number
  lines: string[]
}

// A whole line, with settings at most, because “10:30 --> 11:00” can be said. SRT has a comma where WebVTT has a full stop.
const TIME = String.raw`((?:\d+:)?\d+:[0-5]\d[.,]\d+|\d+:\d+:[0-5]\d)`
// Editors turn the arrow into one character, or its hyphens into a dash.
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*(?:(?:--|[–—])>|→)\s*${TIME}(?:\s+\w+[:=]\S+)*\s*$`)
const NOTE = /^(?:NOTE|STYLE|REGION|WEBVTT|webvtt)(?:\s|$)/

function readBlocks(lines: readonly string[]): { blocks: Block[]; mistakes: Mistake[] } {
  const blocks: Block[] = []
  const mistakes: Mistake[] = []
  const numbering = withoutDigits(lines[lines.findIndex((line) => TIMES.test(line)) - 1])
  let within: 'cue' | 'note' | null = null
  for (const [at, line] of lines.entries()) {
    const [next = '', afterNext = ''] = lines.slice(at + 1, at + 3)
    // Where the first cue has a number, the next one's ends a cue without an empty line.
    const isName = within === null ? TIMES.test(next) : isTime(next) && withoutDigits(line) === numbering
    const [, start] = TIMES.exec(line) ?? []
    if (start) {
      blocks.push({ seconds: parseClockTime(start.replace(',', '.')), lines: [] })
      within = 'cue'
    } else if (line === '' || isName) within = null
    else if (line.trim() === '') {
      // In YouTube's captions a cue's first line may be a space.
      if (blocks.at(-1)?.lines.length && (isTime(next) || isTime(afterNext))) within = null
    } else if (within === 'cue')
      blocks.at(-1)?.lines.push(line.replace(BREAK, ' ').replace(MARKUP, '').trim())
    else {
      const isBadTime = line.includes('->')
      if (isBadTime || (within === null && !NOTE.test(line)))
        mistakes.push({ line: at + 1, message: isBadTime ? BAD_TIME : NO_TIME })
      within = 'note'
    }
  }
  return { blocks, mistakes }
}

function isTime(line: string): boolean {
  return line.includes('-->') || TIMES.test(line)
}

function withoutDigits(line = ''): string {
  return line.trim().replace(/\d+/g, '0')
}

// YouTube’s automatic captions roll up: each begins with the last line of the one before.
const ROLLING_CAPTIONS = /-->.* align:start position:0%$/m

function withoutRepeats(blocks: readonly Block[]): Block[] {
  return blocks.map(({ seconds, lines }, at) => {
    const isRepeated = lines[0] === blocks[at - 1]?.lines.at(-1)
    return { seconds, lines: isRepeated ? lines.slice(1) : lines }
  })
}

function voicesOf({ seconds, lines }: Block): Cue[] {
  // A name, or none, before each text.
  const parts = ['', ...lines.join('\n').split(VOICE)].map(plain)
  return parts.flatMap((text, at) =>
    at % 2 === 1 && text !== '' ? [{ seconds, speaker: parts[at - 1] || null, text }] : [],
  )
}

const VOICE = /<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>|<\/v>/
// Times of words and styles. What isn’t a tag, such as “x < 5” or “<laughs>”, is text.
const MARKUP = /<\/?(?:[biucp]|em|font|lang|rt|ruby|span|strong)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}/gi

const BREAK = /<br\s*\/?>/gi

function plain(text = ''): string {
  return cleanText(decodeHTMLStrict(text)).replace(/\s+/g, ' ').trim()
}

const NO_CUES =
  'This transcript has no words with a time. Replace it with a .vtt or .srt download, or add lines such as 00:01.000 --> 00:04.000, each with its words below it.'
const BAD_TIME =
  'This time isn’t valid. Write it as 00:12:34.000 --> 00:12:39.500, on a line of its own, with its words below it.'
const NO_TIME =
  'There’s no time above these words. Delete the empty line above them, or add a line such as 00:01.000 --> 00:04.000.'
