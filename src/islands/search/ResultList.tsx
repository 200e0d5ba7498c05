import { useEffect } from 'react'
import * as icons from 'lucide'
import { errorText } from '#src/shared/errors.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { SearchGroup } from '#src/shared/search.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { isExternal, itemKey, type SearchItem, searchesTranscripts } from './search-items.ts'
import type { SearchResults } from './useSearch.ts'

export function ResultList({ query, results: { groups, status }, activeIndex, openResult }: ResultListProps) {
  useEffect(() => {
    document.getElementById(resultId(activeIndex))?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex, groups])
  const all = groups.flatMap(({ results }) => results)
  const message = messageFor(query, status, all.length)
  return (
    <>
      <p
        role="status"
        className={
          all.length > 0 && status !== 'failed' ? 'sr-only' : 'px-6 py-10 text-center text-sm text-ink-soft'
        }
      >
        {message}
      </p>
      {all.length > 0 && (
        // The field keeps the focus, and a phone its keyboard.
        // eslint-disable-next-line jsx-a11y-x/interactive-supports-focus -- as a combobox's list
        <div
          id="palette-hits"
          role="listbox"
          aria-label="Results"
          aria-busy={status === 'loading'}
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ name, results }) => (
            <div key={name} role="group" aria-label={name}>
              <p aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-xs font-semibold text-ink-soft">
                {name}
              </p>
              {results.map((result) => (
                // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus -- the field has the keys
                <div
                  key={itemKey(result)}
                  id={resultId(all.indexOf(result))}
                  role="option"
                  aria-selected={result === all[activeIndex]}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 text-sm leading-5 hover:bg-ink-wash aria-selected:bg-accent-wash"
                  onClick={({ ctrlKey, metaKey }) => openResult(result, ctrlKey || metaKey)}
                >
                  <Result result={result} />
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

export function resultId(index: number): string {
  return `palette-hit-${index}`
}

interface ResultListProps {
  query: string
  results: SearchResults
  activeIndex: number
  openResult: (result: SearchItem, inNewTab?: boolean) => void
}

function messageFor(query: string, status: SearchResults['status'], count: number): string {
  if (status === 'failed') return errorText.search_incomplete
  if (count > 0) return query && `${count} ${count === 1 ? 'result' : 'results'}`
  if (status === 'loading') return query ? 'Searching…' : 'Loading…'
  if (!searchesTranscripts(query)) return 'Keep typing (at least three letters).'
  return `No results for “${query}”. Try fewer or different words.`
}

function Result({ result }: { result: SearchItem }) {
  const { group, title, audience, context, seconds } = result
  const isTranscriptLine = seconds !== undefined
  return (
    <>
      <Icon icon={groupIcons[group]} className="text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className={isTranscriptLine ? '' : 'font-medium'}>{title}</span>
        {context && (
          <span
            className={`text-xs text-ink-soft ${isTranscriptLine ? 'block' : "before:mx-1.5 before:content-['·']"}`}
          >
            {context}
          </span>
        )}
        <AudienceLabel audience={audience} />
      </span>
      {isTranscriptLine && <time className="text-xs text-ink-soft tabular-nums">{clockTime(seconds)}</time>}
      {isExternal(result) && (
        <>
          <Icon icon={icons.ArrowUpRight} className="size-3.5 text-ink-soft" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </>
  )
}

const groupIcons: Record<SearchGroup, icons.IconNode> = {
  Members: icons.Contact,
  Pages: icons.FileText,
  Events: icons.CalendarDays,
  Notes: icons.Pencil,
  Account: icons.Settings,
  Channels: icons.Hash,
  Videos: icons.CirclePlay,
  'Said in a video': icons.MessageCircle,
}
