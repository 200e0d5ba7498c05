export const COHORTS = 10
export const VIDEOS_A_COHORT = 50
const VIDEOS_A_WEEK = 5
const LINES = 600
const SECONDS_A_LINE = 6

/** Ten cohorts of fifty videos, an hour of transcript each, the same ones every time. */
export function writePlaylist(write: (path: string, text: string) => void): void {
  for (let cohort = 1; cohort <= COHORTS; cohort++) {
    const folder = `cohort-${100 + cohort}`
    write(`${folder}/index.md`, `---\ntitle: Cohort ${100 + cohort}\n---\n`)
    for (let at = 0; at < VIDEOS_A_COHORT; at++) {
      const number = cohort * 1000 + at
      const week = Math.floor(at / VIDEOS_A_WEEK) + 1
      const weekFolder = `${folder}/${two(week)}-week-${week}`
      const name = `${weekFolder}/${two(at)}-session-${number}`
      if (at % VIDEOS_A_WEEK === 0) write(`${weekFolder}/index.md`, `---\ntitle: Week ${week}\n---\n`)
      write(
        `${name}.md`,
        `---\ntitle: ${titleOf(number)}\nvideoId: BENCH${String(number).padStart(6, '0')}\nspeakers: [${words(number + 7, 2)}]\nduration: '1:00:00'\n---\n\nA session: ${words(number * 3, 60)}.\n`,
      )
      const cues = Array.from(
        { length: LINES },
        (_, line) =>
          `${clock(line * SECONDS_A_LINE)} --> ${clock((line + 1) * SECONDS_A_LINE)}\n${lineOf(number, line)}`,
      )
      write(`${name}.vtt`, `WEBVTT\n\n${cues.join('\n\n')}\n`)
    }
  }
}

export function titleOf(number: number): string {
  return `${words(number, 4)} ${number}`
}

/** What is said; a word in it is of this line alone. */
export function lineOf(number: number, line: number): string {
  return `${words(number * 1000 + line, 13)} x${number}y${line}`
}

function clock(seconds: number): string {
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Words that repeat like those of a language do: few often, most seldom. */
function words(seed: number, count: number): string {
  let state = (seed + 1) * 2654435761
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return vocabulary[Math.floor((state / 2 ** 32) ** 2 * vocabulary.length)] ?? ''
  }).join(' ')
}

const syllables = 'ka lo mi na pe hu ri sel tor van dus gram fi qua zen ber'.split(' ')
const vocabulary = syllables.flatMap((a) => syllables.flatMap((b) => syllables.map((c) => a + b + c)))
