import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTranscript } from '#src/content-check/playlist/transcript.ts'
import type { Cue } from '#src/shared/playlist/cohort.ts'

/** Files as programs write them, each with its cues: seconds, speaker and text. */
const files = String.raw`
  WEBVTT\nKind: captions\nLanguage: en\n\n00:00.240 --> 00:01.910 align:start position:0%\n \naloha<00:00.480><c> all</c>\n\n00:01.910 --> 00:01.920\naloha all\n \n\n00:01.920 --> 00:04.310\naloha all\nto<00:02.080><c> pricing</c>\n -> 0.24 aloha all | 1.92 to pricing
  WEBVTT\n\n00:01.000 --> 00:03.000\nDon&#39;t say &quot;maybe&quot; &#8211; ask &amp; listen.\n\n00:04.000 --> 00:05.000\ncaf&eacute; &apos;one&apos; &#x27;two&#x27; -> 1 Don't say "maybe" – ask & listen. | 4 café 'one' 'two'
  WEBVTT\n\n6e7a-0/17-0\n00:00.000 --> 00:00.800\n<v Leilani Akana>Knock knock</v>\n\n6e7a-0/18-0\n00:02.100 --> 00:06.500\n<v Kai Ito>Who's there?</v> <v Leilani Akana>Pricing.</v>\n\n00:07.000 --> 00:08.000\n<v Siobh&aacute;n O&#39;Brien>Hello</v> -> 0 [Leilani Akana] Knock knock | 2.1 [Kai Ito] Who's there? | 2.1 [Leilani Akana] Pricing. | 7 [Siobhán O'Brien] Hello
  WEBVTT\n00:01.000 --> 00:02.000\nNo blank line\n\n00:03.000 --> 00:04.000\nSecond -> 1 No blank line | 3 Second
  WEBVTT\n\n00:00.000 --> 00:04.000\nWe went from\n5 -> 10 customers\n\n00:05.000 --> 00:07.000\n2024-> 2025 -> 0 We went from 5 -> 10 customers | 5 2024-> 2025
  WEBVTT\n\n00:01.000 --> 00:02.000\nNote: buy milk\n\n00:03.000 --> 00:04.000\nNote: sell it -> 1 Note: buy milk | 3 Note: sell it
  1\n00:00:01,000 --> 00:00:02,000\nKai Ito: One\n\n2\n00:00:03,000 --> 00:00:04,000\nKai Ito: Two -> 1 Kai Ito: One | 3 Kai Ito: Two
  \n\nwebvtt\n\n00:00:01 --> 00:00:02\n<em>One</em><br/>t\u2060wo <span class="a">5 < 6</span> -> 1 One two 5 < 6
`

test.each(
  files
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ -> (?=[\d.]+ (?!customers|2025))/)),
)('the transcript %j is read', (file = '', cues) => {
  const { cues: read, mistakes } = readTranscript(
    file.replaceAll('\\n', '\n').replaceAll('\\u2060', '\u2060'),
  )
  expect(mistakes).toEqual([])
  expect(read.map(say).join(' | ')).toBe(cues)
})

const word = fc.oneof(
  fc.stringMatching(/^[a-zāʻé]{1,8}[,.?]?$/),
  fc.constantFrom('5', '->', '&', '<', '10:30', "don't", 'A', 'Note:', '“so”', '#1', 'C++', '50%'),
)
const speaker = fc.constantFrom('Leilani Akana', 'Kai', "Siobhán O'Brien", 'Speaker 1')
const talk = fc.array(fc.record({ speaker, words: fc.array(word, { minLength: 1, maxLength: 6 }) }), {
  minLength: 2,
  maxLength: 9,
})
interface Said extends Record<'speaker' | 'from' | 'to' | 'end', string> {
  words: string[]
}

const escape = (text: string) => text.replace(/[&<>']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const voiced = ({ speaker, words }: Said) => `<v ${escape(speaker)}>${escape(words.join(' '))}</v>`
const blocks = (all: Said[], line: (said: Said) => string) =>
  all.map((said, at) => `${at + 1}\n${said.from} --> ${said.to}\n${line(said)}\n`).join('\n')
const asSrt = (vtt: string) => vtt.replace(/(\d\d)\.(\d{3})/g, '$1,$2')

/** Both steps of a line: word by word below the line before, then alone. */
function rolling({ words, from, to, end }: Said, at: number, all: Said[]): string {
  const [before = ' ', whole] = [at - 1, at].map((each) => all[each] && escape(all[each].words.join(' ')))
  const [first = '', ...rest] = words.map(escape)
  const timed = first + rest.map((each) => `<${from}><c> ${each}</c>`).join('')
  return `${from} --> ${to} align:start position:0%\n${before}\n${timed}\n\n${to} --> ${end}\n${whole}\n \n\n`
}

test.each<[program: string, hasVoices: boolean, write: (all: Said[]) => string]>([
  ['YouTube', false, (all) => `WEBVTT\nKind: captions\nLanguage: en\n\n${all.map(rolling).join('')}`],
  ['Teams', true, (all) => `WEBVTT\n\n${blocks(all, voiced).replace(/^\d+$/gm, '6e7a1f2b-1c2d-4e3f/$&-0')}`],
  ['Whisper as SRT', false, (all) => `\n${asSrt(blocks(all, ({ words }) => words.join(' ')))}`],
])('every word from %s stays, with its time and speaker', (_, hasVoices, write) => {
  const clock = (at: number, ms: string) => `00:00:${String(at * 3).padStart(2, '0')}.${ms}`
  const everyWord = fc.property(talk, (drawn) => {
    const all = drawn.map((each, at) => ({
      ...each,
      from: clock(at, '120'),
      to: clock(at, '900'),
      end: clock(at + 1, '120'),
    }))
    const { cues, mistakes } = readTranscript(write(all))
    expect(mistakes).toEqual([])
    expect(cues).toEqual(
      all.map((each, at) => ({
        seconds: at * 3 + 0.12,
        speaker: hasVoices ? each.speaker : null,
        text: each.words.join(' '),
      })),
    )
  })
  fc.assert(everyWord, { numRuns: 200 })
})

test('no line of any file is lost silently', () => {
  const lines = fc.constantFrom(
    '',
    ' ',
    '7',
    '00:01.000 --> 00:02.000',
    '00:03:00 --> 00:04:00',
    '0:1 -> 0:2',
  )
  const words = fc.constantFrom(
    'w',
    'Ana: w',
    '<v Kai>w</v> w',
    '- w<br>w',
    '&amp;w',
    'Note: w',
    '5 --> w',
    '<w',
  )
  const file = fc.array(fc.oneof(lines, words), { maxLength: 12 })
  const isKept = fc.property(file, (drawn) => {
    const written = drawn.map((line, at) => line.replaceAll('w', `w${at}.`))
    const { cues, mistakes } = readTranscript(written.join('\n'))
    const read = cues.map(say).join('\n')
    // A line above a time is its cue's name.
    const said = written.filter((_, at) => !written[at + 1]?.startsWith('00:'))
    const lost = said.flatMap((line) => line.match(/w\d+\./g) ?? []).filter((word) => !read.includes(word))
    if (mistakes.length === 0) expect(lost).toEqual([])
  })
  fc.assert(isKept, { numRuns: 200 })
})

function say({ seconds, speaker, text }: Cue): string {
  return `${seconds} ${speaker === null ? '' : `[${speaker}] `}${text}`
}
