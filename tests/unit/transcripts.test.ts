import { expect, test } from 'vitest'
import { readTranscript } from '#src/content-check/transcript.ts'
import type { Cue } from '#src/shared/playlist/cohort.ts'

/** Files as programs write them, each with its cues: seconds, speaker and text. */
const files = String.raw`
  WEBVTT\nKind: captions\nLanguage: en\n\n00:00.240 --> 00:01.910 align:start position:0%\n \naloha<00:00.480><c> all</c>\n\n00:01.910 --> 00:01.920\naloha all\n \n\n00:01.920 --> 00:04.310\naloha all\nto<00:02.080><c> pricing</c>\n\n00:04.310 --> 00:04.320\nto pricing\n \n -> 0.24 aloha all | 1.92 to pricing
  WEBVTT\n\n00:01.000 --> 00:03.000\nDon&#39;t say &quot;maybe&quot; &#8211; ask &amp; listen.\n\n00:04.000 --> 00:05.000\ncaf&eacute; &apos;one&apos; &#x27;two&#x27; -> 1 Don't say "maybe" – ask & listen. | 4 café 'one' 'two'
  WEBVTT\n\n6e7a-0/17-0\n00:00.000 --> 00:00.800\n<v Leilani Akana>Knock knock</v>\n\n6e7a-0/18-0\n00:02.100 --> 00:06.500\n<v Kai Ito>Who's there?</v> <v Leilani Akana>Pricing.</v>\n\n00:07.000 --> 00:08.000\n<v Siobh&aacute;n O&#39;Brien>Hello</v> -> 0 [Leilani Akana] Knock knock | 2.1 [Kai Ito] Who's there? | 2.1 [Leilani Akana] Pricing. | 7 [Siobhán O'Brien] Hello
  WEBVTT\n00:01.000 --> 00:02.000\nNo blank line\n\n00:03.000 --> 00:04.000\nSecond -> 1 No blank line | 3 Second
  WEBVTT\n\n00:00.000 --> 00:04.000\nWe went from\n5 -> 10 customers\n\n00:05.000 --> 00:07.000\n2024-> 2025 -> 0 We went from 5 -> 10 customers | 5 2024-> 2025
  WEBVTT\n\n00:01.000 --> 00:02.000\nNote: buy milk\n\n00:03.000 --> 00:04.000\nNote: sell it -> 1 Note: buy milk | 3 Note: sell it
  1\n00:00:01,000 --> 00:00:02,000\nKai Ito: One\n\n2\n00:00:03,000 --> 00:00:04,000\nKai Ito: Two\n\n3\n00:00:05,000 --> 00:00:06,000\nKai Ito: Two\n5 -> 1 Kai Ito: One | 3 Kai Ito: Two | 5 Kai Ito: Two 5
  \n\nwebvtt\n\n00:00:01 --> 00:00:02\n<em>One</em><br/>t\u2060wo <span class="a">5 < 6</span> -> 1 One two 5 < 6
  1\n00:00:01,000 --> 00:00:02,000\nOne\n \n \n2\n00:00:03,000 --> 00:00:04,000\nTwo\n\t\n3 \n00:00:05,000 --> 00:00:06,000\nThree\n\n4\n00:00:07,000 --> 00:00:08,000\nFour -> 1 One | 3 Two | 5 Three | 7 Four
  1\n00:00:01,000 --> 00:00:02,000\nPick\n42\n2\n00:00:03,000 –> 00:00:04,000\nTwo\n3\n00:00:05,000 → 00:00:06,000\nThree -> 1 Pick 42 | 3 Two | 5 Three
  WEBVTT\n \nintro\n00:01.000 --> 00:02.000\nOne\n \npricing\n00:03.000 --> 00:04.000\n \nTwo\n00:05.000 --> 00:06.000\n\t\nThree\n \nmore -> 1 One | 3 Two | 5 Three more
  WEBVTT\n00:01.000 --> 00:02.000\nOne\n42\n00:03.000 --> 00:04.000\nTwo -> 1 One 42 | 3 Two
`

test.each(
  files
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ -> (?=[\d.]+ (?!customers|2025))/)),
)('the transcript %j is read', (file = '', cues) => {
  const { cues: read, mistakes } = readTranscript(
    file.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\u2060', '\u2060'),
  )
  expect(mistakes).toEqual([])
  expect(read.map(say).join(' | ')).toBe(cues)
})

function say({ seconds, speaker, text }: Cue): string {
  return `${seconds} ${speaker === null ? '' : `[${speaker}] `}${text}`
}
