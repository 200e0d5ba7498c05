import { readFile } from 'node:fs/promises'
import { VAULT_KEYS } from '#src/shared/paths.ts'
import type { CohortView, Transcript, WeekView } from '#src/shared/playlist/view.ts'
import type { SearchMap } from '#src/shared/playlist/search.ts'
import { fileInDeployStore } from '../../tools/deploy-store.ts'

/** What is asked, and what the hit that answers it says. */
export interface Question {
  name: string
  query: string
  expected: string
}

/** Some that do not depend on the content, and some about the newest and the oldest videos of a build. */
export async function readQuestions(root: string): Promise<Question[]> {
  const read = readerOf(root)
  const { cohorts } = await read<SearchMap>('search')
  const newest = await firstWeek(read, cohorts[0]?.cohort)
  const oldest = await firstWeek(read, cohorts.at(-1)?.cohort)
  const first = newest.videos?.[0]?.title ?? ''
  const last = oldest.videos?.at(-1)?.title ?? ''
  const spoken = oldest.videos?.find(({ hasTranscript }) => hasTranscript)
  const [line] = (spoken && (await read<Transcript>(spoken.path)).slice(5)) ?? []
  const sentence = line?.text ?? ''

  return [
    { name: 'a page, its first letters', query: 'lea', expected: 'Leaderboard' },
    { name: 'a page, misspelt', query: 'leaderbord', expected: 'Leaderboard' },
    { name: 'a tab', query: 'outreach', expected: 'Investor Outreach' },
    { name: 'an action', query: 'password', expected: 'Change your password' },
    { name: 'a video of the newest cohort', query: wordsFrom(first, 2), expected: first },
    { name: 'a video of the oldest', query: wordsFrom(last, 3), expected: last },
    { name: 'a sentence of the oldest', query: wordsFrom(sentence, 4), expected: sentence },
  ]
}

type Read = <Content>(file: string) => Promise<Content>

function readerOf(root: string): Read {
  return async (file) =>
    JSON.parse(
      await readFile(fileInDeployStore(root, `${VAULT_KEYS}video-playlist/${file}.json`), 'utf8'),
    ) as never
}

async function firstWeek(read: Read, cohort = ''): Promise<WeekView> {
  const { weeks } = await read<CohortView>(cohort)
  const [week] = weeks ?? []
  if (!week) throw new Error(`${cohort} has no week.`)
  return week.videos ? week : read<WeekView>(week.path)
}

function wordsFrom(text: string, count: number): string {
  return text.split(' ').slice(0, count).join(' ').toLowerCase()
}
