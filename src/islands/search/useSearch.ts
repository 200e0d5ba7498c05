import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DIRECTORY_PATH } from '#src/shared/paths.ts'
import { videoPath } from '#src/shared/playlist/view.ts'
import { formatEventTime } from '#src/shared/events/event-time.ts'
import type { DirectoryMember } from '#src/shared/people/directory.ts'
import type { Note } from '#src/shared/notes/note.ts'
import type { SearchEntry, TranscriptsFile } from '#src/shared/search.ts'
import { NO_FILTER, useMembers } from '#src/islands/members/useMembers.ts'
import { useNotes } from '#src/islands/notes/useNotes.ts'
import { fileQuery, queryClient } from '#src/lib/query-client.ts'
import type { ResultGroup } from './search.ts'
import { accountItems, type AccountLink, type SearchItem, searchesTranscripts } from './search-items.ts'

export function useSearch(query: string, links: readonly AccountLink[]): SearchResults {
  const engine = useQuery(engineQuery, queryClient)
  const entries = useQuery(fileQuery<SearchEntry[]>('/search.json'), queryClient)
  const transcripts = useQuery(
    { ...fileQuery<TranscriptsFile>('/transcripts.json'), enabled: searchesTranscripts(query.trim()) },
    queryClient,
  )
  const notes = useNotes()
  const members = useMembers({ ...NO_FILTER, search: query.trim(), allowsTypos: true })
  const names = useMemo(
    () =>
      engine.data?.createNameIndex([
        ...accountItems(links),
        ...(entries.data ?? []).map(withLocalTime),
        ...(notes.data ?? []).map(noteItem),
        ...(members.members ?? []).flatMap(memberItems),
      ]),
    [engine.data, links, entries.data, notes.data, members.members],
  )
  const lines = useMemo(
    () => engine.data?.toTranscriptLines(transcripts.data ?? []) ?? [],
    [engine.data, transcripts.data],
  )
  const groups = useMemo(
    () =>
      engine.data && names
        ? engine.data.findResults({ names, lines, currentPath: location.pathname }, query)
        : [],
    [engine.data, names, lines, query],
  )
  return { groups, status: statusOf([engine, entries, transcripts, notes, members]) }
}

function statusOf(queries: readonly { isFetching: boolean; isError: boolean }[]): SearchResults['status'] {
  if (queries.some(({ isFetching }) => isFetching)) return 'loading'
  return queries.some(({ isError }) => isError) ? 'failed' : 'settled'
}

const engineQuery = {
  queryKey: ['search-engine'],
  queryFn: () => import('./search.ts'),
  staleTime: Infinity,
  retry: false,
}

function withLocalTime(entry: SearchEntry): SearchItem {
  return entry.time ? { ...entry, context: formatEventTime(entry.time, Date.now()) } : entry
}

function noteItem(note: Note): SearchItem {
  const [title = ''] = note.text.split('\n')
  return { group: 'Notes', title, text: note.text, context: note.title, href: videoPath(note) }
}

function memberItems({ fullName, company, role, about }: DirectoryMember): SearchItem[] {
  if (fullName === null) return []
  // Two people may have one name.
  const words = [fullName, company].filter(Boolean).join(' ')
  const href = `${DIRECTORY_PATH}?q=${encodeURIComponent(words)}`
  const [context, also, text] = [company ?? undefined, role ?? undefined, about ?? undefined]
  return [{ group: 'Members', title: fullName, context, also, text, href }]
}

export interface SearchResults {
  groups: ResultGroup[]
  status: 'loading' | 'settled' | 'failed'
}
