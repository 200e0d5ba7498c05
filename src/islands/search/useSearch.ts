import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DIRECTORY_PATH } from '#src/shared/paths.ts'
import { pathOf } from '#src/shared/playlist/view.ts'
import { sayEventTime } from '#src/shared/events/event-time.ts'
import type { DirectoryMember } from '#src/shared/people/directory.ts'
import type { Note } from '#src/shared/notes/note.ts'
import type { Entry, TranscriptsFile } from '#src/shared/search.ts'
import { useMembers } from '#src/islands/members/useMembers.ts'
import { useNotes } from '#src/islands/notes/useNotes.ts'
import { fileQuery, queryClient } from '#src/lib/query-client.ts'
import { searchesLines } from './query.ts'
import type { HitGroup } from './search.ts'
import { accountItems, type AccountLink, type SearchItem } from './sources.ts'

/** Searches names at once and, from the third letter on, transcripts. */
export function useSearch(asked: string, links: readonly AccountLink[]): Found {
  const engine = useQuery(engineQuery, queryClient)
  const entries = useQuery(fileQuery<Entry[]>('/search.json'), queryClient)
  const hasLines = searchesLines(asked.trim())
  const transcripts = useQuery(
    { ...fileQuery<TranscriptsFile>('/transcripts.json'), enabled: hasLines },
    queryClient,
  )
  const notes = useNotes()
  const members = useMembers()
  const names = useMemo(
    () =>
      engine.data?.indexNames([
        ...accountItems(links),
        ...(entries.data ?? []).map(inOwnTime),
        ...(notes.data ?? []).map(itemOfNote),
        ...(members.data ?? []).flatMap(itemsOfMember),
      ]),
    [engine.data, links, entries.data, notes.data, members.data],
  )
  const lines = useMemo(
    () => engine.data?.readLines(transcripts.data ?? []) ?? [],
    [engine.data, transcripts.data],
  )
  const groups = useMemo(
    () => (engine.data && names ? engine.data.findIn({ names, lines, here: location.pathname }, asked) : []),
    [engine.data, names, lines, asked],
  )
  const sources = [engine, entries, transcripts, notes, members]
  return {
    groups,
    state: sources.some(({ isFetching }) => isFetching)
      ? 'loading'
      : sources.some(({ isError }) => isError)
        ? 'failed'
        : 'settled',
  }
}

/** Loaded when something is searched. */
const engineQuery = {
  queryKey: ['search-engine'],
  queryFn: () => import('./search.ts'),
  staleTime: Infinity,
  retry: false,
}

/** An event says when it is by the member's clock. */
function inOwnTime(entry: Entry): SearchItem {
  return entry.time ? { ...entry, context: sayEventTime(entry.time, Date.now()) } : entry
}

function itemOfNote(note: Note): SearchItem {
  const [title = ''] = note.text.split('\n')
  return { group: 'Notes', title, text: note.text, context: note.title, href: pathOf(note) }
}

/** A member without a name can't be found by it. */
function itemsOfMember({ fullName, company, role, about }: DirectoryMember): SearchItem[] {
  if (fullName === null) return []
  // Two people may have one name.
  const words = [fullName, company].filter(Boolean).join(' ')
  const href = `${DIRECTORY_PATH}?q=${encodeURIComponent(words)}`
  const [context, also, text] = [company ?? undefined, role ?? undefined, about ?? undefined]
  return [{ group: 'Members', title: fullName, context, also, text, href }]
}

export interface Found {
  groups: HitGroup[]
  /** `failed`: something couldn't be fetched; the rest is searched. */
  state: 'loading' | 'settled' | 'failed'
}
