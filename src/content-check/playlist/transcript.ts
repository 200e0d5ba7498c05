import { decodeHTMLStrict } from 'entities'
import { cleanText } from '../../shared/clean-text.ts'
import type { Cue } from '../../shared/playlist/cohort.ts'
import { secondsOfClock } from '../../shared/playlist/times.ts'

/** The cues of a WebVTT or SRT file in order of time, and every mistake: text that is not in a cue is in a mistake. */
export function readTranscript(text: string): { cues: Cue[]; mistakes: Mistake[] } {
  const { blocks, mistakes } = readBlocks(text.split('\n'))
  const cues = withoutRepeats(blocks).flatMap(voicesOf)
  // Of another kind of file, every line would be one.
  const isOther = mistakes.every(({ message }) => blocks.length === 0 && message === NO_TIME)
  return {
    cues: cues.sort((a, b) => a.seconds - b.seconds),
    mistakes: isOther && cues.length === 0 ? [{ line: 1, message: NO_CUES }] : mistakes,
  }
}

interface Mistake {
  line: number
  message: string
}

/** A time, and the lines below it. */
interface Block {
  seconds: number
  end: number
  lines: string[]
}

// A whole line, with settings at most, because “10:30 --> 11:00” can be said. SRT has a comma where WebVTT has a full stop.
const TIME = String.raw`((?:\d+:)?\d+:[0-5]\d[.,]\d+|\d+:\d+:[0-5]\d)`
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s+\w+[:=]\S+)*\s*$`)

function readBlocks(lines: readonly string[]): { blocks: Block[]; mistakes: Mistake[] } {
  const blocks: Block[] = []
  const mistakes: Mistake[] = []
  let within: 'cue' | 'comment' | null = null
  lines.forEach((line, at) => {
    const [start, end] = timesIn(line)
    const isIdentifier =
      timesIn(lines[at + 1]).length > 0 && (within === null || Number(line) === blocks.length + 1)
    if (start !== undefined && end !== undefined) {
      if (end < start) mistakes.push({ line: at + 1, message: ENDS_FIRST })
      blocks.push({ seconds: start, end, lines: [] })
      within = 'cue'
    } else if (line === '') within = null
    else if (line.trim() === '' || isIdentifier) return
    else if (within === 'cue') blocks.at(-1)?.lines.push(line.replace(BREAK, ' ').replace(MARKUP, '').trim())
    else if (within === null && /^(?:NOTE|STYLE|REGION|WEBVTT|webvtt)(?:\s|$)/.test(line)) within = 'comment'
    else if (within === null || line.includes('-->')) {
      const wrong = [at, at + 1].find((each) => /->|\d\s*[→⟶]/.test(lines[each] ?? ''))
      const mistake = { line: (wrong ?? at) + 1, message: wrong === undefined ? NO_TIME : BAD_TIME }
      if (mistakes.at(-1)?.line !== mistake.line) mistakes.push(mistake)
      within = 'comment'
    }
  })
  return { blocks, mistakes }
}

function timesIn(line = ''): number[] {
  return (TIMES.exec(line)?.slice(1) ?? []).map((time) => secondsOfClock(time.replace(',', '.')))
}

/** YouTube’s automatic captions roll: most blocks begin when the block before ends, and with its last lines. */
function withoutRepeats(blocks: readonly Block[]): readonly Block[] {
  const news = blocks.map((block, at) => {
    const before = blocks[at - 1]?.lines ?? []
    const repeated = block.lines.findLastIndex(
      (_, index) => block.lines.slice(0, index + 1).join('\n') === before.slice(-index - 1).join('\n'),
    )
    const isRolling = repeated >= 0 && block.seconds <= (blocks[at - 1]?.end ?? 0)
    return { ...block, lines: block.lines.slice(repeated + 1), isRolling }
  })
  const rolling = news.filter(({ isRolling }) => isRolling)
  return rolling.length * 2 >= blocks.length && rolling.some(({ lines }) => lines.length > 0) ? news : blocks
}

/** A cue for each voice: `<v Ana>Aloha</v> <v Kai>Hello</v>`. */
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

/** Text with its entities decoded, without invisible characters. */
function plain(text = ''): string {
  return cleanText(decodeHTMLStrict(text)).replace(/\s+/g, ' ').trim()
}

const ENDS_FIRST = 'This ends before it begins. Write the later time after the arrow.'
const NO_CUES =
  'This transcript has no words with a time. Replace it with a .vtt or .srt download, or add lines such as 00:01.000 --> 00:04.000, each with its words below it.'
const BAD_TIME =
  'This time isn’t valid. Write it as 00:12:34.000 --> 00:12:39.500, on a line of its own, with its words below it.'
const NO_TIME =
  'There’s no time above these words. Delete the empty line above them, or add a line such as 00:01.000 --> 00:04.000.'
