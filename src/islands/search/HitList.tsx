import { useEffect } from 'react'
import * as icons from 'lucide'
import { errorText } from '#src/shared/errors.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { GroupName } from '#src/shared/search.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { searchesLines } from './query.ts'
import { keyOf, type SearchItem } from './sources.ts'
import type { Found } from './useSearch.ts'

/** The results in groups; before anything is typed, the menu's pages. */
export function HitList({ query, found, at, go }: Props) {
  useEffect(() => {
    document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, found.groups])
  const all = found.groups.flatMap(({ hits }) => hits)
  const message = messageFor(query, found.state, all.length)
  return (
    <>
      <p
        role="status"
        className={
          all.length > 0 && found.state !== 'failed'
            ? 'sr-only'
            : 'px-6 py-10 text-center text-sm text-ink-soft'
        }
      >
        {message}
      </p>
      {all.length > 0 && (
        // The field keeps the focus, and a phone its keyboard.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as a combobox's list
        <div
          id="palette-hits"
          role="listbox"
          aria-label="Results"
          aria-busy={found.state === 'loading'}
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.groups.map(({ name, hits }) => (
            <div key={name} role="group" aria-label={name}>
              <p aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-xs font-semibold text-ink-soft">
                {name}
              </p>
              {hits.map((hit) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
                <div
                  key={keyOf(hit)}
                  id={idOf(all.indexOf(hit))}
                  role="option"
                  aria-selected={hit === all[at]}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 text-sm leading-5 hover:bg-ink-wash aria-selected:bg-accent-wash"
                  onClick={({ ctrlKey, metaKey }) => go(hit, ctrlKey || metaKey)}
                >
                  <HitLine hit={hit} />
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** Of the hit's element, which the field names as the active one. */
export function idOf(at: number): string {
  return `palette-hit-${at}`
}

interface Props {
  query: string
  found: Found
  /** The index of the chosen hit. */
  at: number
  go: (hit: SearchItem, isElsewhere?: boolean) => void
}

function messageFor(query: string, state: Found['state'], count: number): string {
  if (state === 'failed') return errorText.search_incomplete
  if (count > 0) return query && `${count} ${count === 1 ? 'result' : 'results'}`
  if (state === 'loading') return query ? 'Searching…' : 'Loading…'
  if (!searchesLines(query)) return 'Keep typing (at least three letters).'
  return `No results for “${query}”. Try fewer or different words.`
}

function HitLine({ hit: { group, title, context, seconds, href } }: { hit: SearchItem }) {
  const isLine = seconds !== undefined
  return (
    <>
      <Icon icon={drawings[group]} className="text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className={isLine ? '' : 'font-medium'}>{title}</span>
        {context && (
          <span
            className={`text-xs text-ink-soft ${isLine ? 'block' : "before:mx-1.5 before:content-['·']"}`}
          >
            {context}
          </span>
        )}
      </span>
      {isLine && <time className="text-xs text-ink-soft tabular-nums">{clockTime(seconds)}</time>}
      {href !== '' && !href.startsWith('/') && (
        <>
          <Icon icon={icons.ArrowUpRight} className="size-3.5 text-ink-soft" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </>
  )
}

const drawings: Record<GroupName, icons.IconNode> = {
  Members: icons.Contact,
  Pages: icons.FileText,
  Events: icons.CalendarDays,
  Notes: icons.Pencil,
  Account: icons.Settings,
  Channels: icons.Hash,
  Videos: icons.CirclePlay,
  'Said in a video': icons.MessageCircle,
}
