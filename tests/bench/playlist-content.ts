import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** No cohort is larger; more videos make more cohorts. */
const VIDEOS_A_COHORT = 3500
const VIDEOS_A_WEEK = 25

const SECONDS_A_LINE = 6

/** `some`: one video in fifty has a transcript, of ten minutes. `all`: every one has, of an hour. */
export type Spoken = 'some' | 'all'

/** Writes so many videos into a playlist's folder, the same ones every time. */
export async function writePlaylist(folder: string, videos: number, spoken: Spoken): Promise<void> {
  const { every, lines } = spoken === 'all' ? { every: 1, lines: 600 } : { every: 50, lines: 100 }
  for (let number = 0; number < videos; number++) {
    const cohort = `cohort-${101 + Math.floor(number / VIDEOS_A_COHORT)}`
    const weekNumber = Math.floor((number % VIDEOS_A_COHORT) / VIDEOS_A_WEEK)
    const week = `${String(weekNumber).padStart(3, '0')}-week-${weekNumber}`
    const directory = join(folder, cohort, week)
    if (number % VIDEOS_A_COHORT === 0) await writeGroup(join(folder, cohort), `Cohort ${cohort.slice(7)}`)
    if (number % VIDEOS_A_WEEK === 0 || number % VIDEOS_A_COHORT === 0) {
      await writeGroup(directory, `Week ${weekNumber}`)
    }
    const name = `${String(number % VIDEOS_A_WEEK).padStart(2, '0')}-session-${number}`
    await writeFile(join(directory, `${name}.md`), videoFile(number))
    if (number % every === 0) await writeFile(join(directory, `${name}.vtt`), transcript(number, lines))
  }
}

async function writeGroup(directory: string, title: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'index.md'), `---\ntitle: ${title}\n---\n`)
}

function videoFile(number: number): string {
  const title = `${words(number, 4)} ${number}`
  const id = `BENCH${String(number).padStart(6, '0')}`
  return `---\ntitle: ${title}\nvideoId: ${id}\nspeakers: [${words(number + 7, 2)}]\ndate: 2025-06-02\nduration: '42:10'\n---\n\n${number % 5 === 0 ? '' : 'A session: '}${words(number * 3, 30)}.\n\n**${words(number * 5, 6)}**: ${words(number * 7, 24)}.\n`
}

const two = (value: number) => String(value).padStart(2, '0')

function transcript(number: number, lines: number): string {
  const cues = Array.from({ length: lines }, (_, cue) => {
    const at = (seconds: number) =>
      `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000`
    return `${at(cue * SECONDS_A_LINE)} --> ${at((cue + 1) * SECONDS_A_LINE)}\n${words(number * 11 + cue * 13, 14)}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/** Words that repeat like those of a language do: few often, most seldom. */
function words(seed: number, count: number): string {
  let state = (seed + 1) * 2654435761
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return vocabulary[Math.floor((state / 2 ** 32) ** 2 * vocabulary.length)] ?? ''
  }).join(' ')
}

const syllables = [
  'ka',
  'lo',
  'mi',
  'na',
  'pe',
  'hu',
  'ri',
  'sel',
  'tor',
  'van',
  'dus',
  'gram',
  'fi',
  'qua',
  'zen',
  'ber',
]
const vocabulary = syllables.flatMap((a) => syllables.flatMap((b) => syllables.map((c) => a + b + c)))
