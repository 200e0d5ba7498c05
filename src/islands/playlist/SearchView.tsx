import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import { Marked } from '../ui/Marked.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useEffect, useRef, type Ref, type RefObject } from 'react'
import { SPOKEN_FROM } from '#src/shared/playlist/search.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { useStore } from '../store.ts'
import { keepInSight } from './parts.tsx'
import { useScreen } from './screen.ts'
import { choicesOf } from './search.ts'
import type { Hit, Hits } from './search-index.ts'

export function SearchBox({ box, go, clear }: BoxProps) {
  const { search } = useScreen()
  const { query, hits, active } = useStore(search.store, (state) => state)
  const hit = choicesOf(hits)[active]

  return (
    <SearchField
      ref={box}
      name="Search titles, descriptions and transcripts"
      placeholder="Search videos"
      query={query}
      list={{ id: 'playlist-hits', isShown: hits.total > 0, active: hit && idOf(active) }}
      className="field pr-2 pl-9 not-placeholder-shown:pr-11 lg:min-h-9 lg:text-sm lg:not-placeholder-shown:pr-9"
      onFocus={() => void search.start()}
      onAsk={(asked) => search.ask(asked)}
      onMove={(by) => search.store.dispatch({ type: 'moved', by })}
      onGo={hit ? () => go(hit) : null}
      onEscape={query ? () => search.ask('') : null}
    >
      {query.trim() && (
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft -outline-offset-3 transition-colors hover:text-ink lg:w-9"
          onClick={clear}
        >
          <Icon drawing={icons.x} className="size-4" />
          <span className="sr-only">Clear the search</span>
        </button>
      )}
    </SearchField>
  )
}

interface BoxProps extends Pick<HitListProps, 'go' | 'clear'> {
  box: Ref<HTMLInputElement>
}

/** What stands in place of the tree while something is asked for: two groups, videos and lines that are said in them. */
export function HitList({ go, clear, drawing, scroller }: HitListProps) {
  const { search } = useScreen()
  const { query, hits, active, loading } = useStore(search.store, (state) => state)
  const activeHit = useRef<HTMLDivElement>(null)
  useEffect(() => keepInSight(scroller.current, activeHit.current), [scroller, active])

  const option = (hit: Hit, at: number) => (
    <Option key={at} hit={hit} at={at} isActive={at === active} go={go} activeHit={activeHit} />
  )

  return (
    <div aria-busy={loading === 'loading'}>
      {hits.total > 0 ? (
        // The box keeps the focus, and on a phone its keyboard.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as a combobox's list
        <div
          id="playlist-hits"
          role="listbox"
          aria-label="Hits"
          className="grid gap-1 p-2"
          onMouseDown={(event) => event.preventDefault()}
        >
          <OptionGroup name="Videos">{hits.videos.map(option)}</OptionGroup>
          <OptionGroup name="Said in a video">
            {hits.lines.map((hit, at) => option(hit, hits.videos.length + at))}
          </OptionGroup>
        </div>
      ) : (
        <NothingFound query={query.trim()} drawing={drawing} clear={clear} />
      )}
      {loading === 'more' && query.trim().length >= SPOKEN_FROM && (
        <button type="button" className="mx-auto my-2 action flex" onClick={() => search.more()}>
          Search older transcripts, too
        </button>
      )}
    </div>
  )
}

interface HitListProps {
  go: (hit: Hit) => void
  clear: () => void
  /** Over the words that nothing was found. */
  drawing: React.ReactNode
  scroller: RefObject<HTMLElement | null>
}

function OptionGroup({ name, children }: { name: string; children: React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div role="group" aria-label={name}>
      <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-soft">
        {name}
      </p>
      {children}
    </div>
  )
}

function Option({ hit, at, isActive, go, activeHit }: OptionProps) {
  const { seconds, title, week, text, terms, reason } = hit
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box has the keys
    <div
      ref={isActive ? activeHit : undefined}
      id={idOf(at)}
      role="option"
      aria-selected={isActive}
      className="flex cursor-pointer items-start gap-2.5 rounded-control px-2 py-2 text-sm leading-5 chosen text-ink-soft hover:bg-ink/4 aria-selected:bg-lagoon/10"
      onClick={() => go(hit)}
    >
      {seconds !== null && (
        <time className="w-11 shrink-0 text-right text-xs leading-5 tabular-nums">{clockTime(seconds)}</time>
      )}
      <span className="min-w-0">
        {seconds === null ? (
          <strong className="font-medium text-ink">
            <Marked text={title} terms={terms} />
          </strong>
        ) : (
          <Marked text={text} terms={terms} />
        )}
        {reason && (
          <span className="mt-0.5 block">
            <Marked text={reason} terms={terms} />
          </span>
        )}
        <span className="block text-xs leading-5">{seconds === null ? week : title}</span>
      </span>
    </div>
  )
}

interface OptionProps extends Pick<HitListProps, 'go'> {
  hit: Hit
  at: number
  isActive: boolean
  activeHit: Ref<HTMLDivElement>
}

function NothingFound({
  query,
  drawing,
  clear,
}: { query: string } & Pick<HitListProps, 'drawing' | 'clear'>) {
  const { search } = useScreen()
  const loading = useStore(search.store, (state) => state.loading)
  const look = 'grid justify-items-center gap-1 px-6 py-10 text-center text-sm text-ink-soft'
  if (loading === 'loading' && query.length >= SPOKEN_FROM) return <div className={look}>Searching…</div>
  return (
    <div className={look}>
      <div className="mb-3 w-32 [&_svg]:h-auto [&_svg]:w-full">{drawing}</div>
      <strong className="font-display text-lg font-[560] text-ink">{`Nothing about “${query}”`}</strong>
      <p>{adviceOn(query, loading)}</p>
      <button type="button" className="mt-4 action" onClick={clear}>
        Show all videos
      </button>
    </div>
  )
}

function adviceOn(query: string, loading: string): string {
  if (loading === 'failed') return 'Part of the search could not be loaded. Reload the page to try again.'
  if (query.length < SPOKEN_FROM) return 'Go on typing: three letters are enough.'
  return 'Try another word, or a shorter one. Titles, descriptions, speakers and transcripts are searched.'
}

/** Says how much was found, to those who do not see it. */
export function SearchStatus() {
  const { search } = useScreen()
  const words = useStore(search.store, ({ query, hits, loading }) => {
    const asked = query.trim()
    if (!asked) return ''
    if (hits.total > 0) return countOf(hits)
    return asked.length >= SPOKEN_FROM && loading === 'loading' ? 'Searching' : 'No hits'
  })
  return (
    <p className="sr-only" role="status">
      {words}
    </p>
  )
}

function countOf({ total, isMore }: Hits): string {
  if (isMore) return `More than ${total} hits`
  return total === 1 ? '1 hit' : `${total} hits`
}

function idOf(choice: number): string {
  return `playlist-hit-${choice}`
}
