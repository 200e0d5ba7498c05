import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import * as icons from 'lucide'
import { errorText } from '#src/shared/errors.ts'
import { foldText } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { GroupName } from '#src/shared/search.ts'
import { readViewer } from '../read-viewer.ts'
import { keepRecent } from '../recent-choices.ts'
import { CloseButton } from '../ui/CloseButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LINES_FROM, WORD, type Asked, type Hit } from './search.ts'
import { useSearch, type Found } from './useSearch.ts'

/**
 * The search of everything: a combobox with a listbox (WAI-ARIA Authoring Practices). Its dialog is HTML, so it opens and
 * takes text before this hydrates.
 */
export default function Palette() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const found = useSearch(asked)
  const [chosen, setChosen] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const hits = found.groups.flatMap((group) => group.hits)
  const at = Math.min(chosen, Math.max(0, hits.length - 1))
  const active = hits[at]

  const ask = () => {
    setChosen(0)
    const onlyVideos = dialog.current?.dataset.scope === 'videos'
    setAsked({ query: field.current?.value ?? '', onlyVideos })
  }
  const open = () => {
    ask()
    found.refresh()
  }
  // It may have been opened before hydration.
  const catchUp = useEffectEvent(open)
  useEffect(() => catchUp(), [])

  const go = (hit: Hit, isElsewhere = false) => {
    // A line that somebody says is offered by its words only.
    if (hit.seconds === undefined) keepRecent(readViewer().id, hit.key)
    dialog.current?.close()
    if (hit.run) hit.run()
    else if (isElsewhere || !hit.href.startsWith('/')) window.open(hit.href, '_blank', 'noopener')
    else location.assign(hit.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!active || nativeEvent.isComposing || (!step && key !== 'Enter')) return
    event.preventDefault()
    if (step) setChosen((at + step + hits.length) % hits.length)
    else go(active, ctrlKey || metaKey)
  }

  return (
    <dialog ref={dialog} id="palette" aria-label="Search" className="palette">
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5">
          <Icon drawing={icons.Search} className="pointer-events-none mr-1 ml-3 size-4 text-ink-soft" />
          {/* An input of type search may not have the role combobox. */}
          <input
            ref={field}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            className="h-13 min-w-0 flex-1 bg-transparent px-2 text-base outline-none placeholder:text-ink-soft placeholder:opacity-100"
            placeholder={asked?.onlyVideos ? 'Search videos' : 'Search pages, videos and events'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            role="combobox"
            aria-label={
              asked?.onlyVideos
                ? 'Search videos and transcripts'
                : 'Search pages, videos, transcripts and your account'
            }
            aria-expanded={active !== undefined}
            aria-controls="palette-hits"
            aria-autocomplete="list"
            aria-activedescendant={active && idOf(at)}
            onFocus={open}
            onChange={ask}
            onKeyDown={onKeyDown}
          />
          {asked?.onlyVideos && (
            <button
              type="button"
              className="action"
              onClick={() => {
                if (dialog.current) dialog.current.dataset.scope = ''
                field.current?.focus()
              }}
            >
              Search everything
            </button>
          )}
          <CloseButton commandfor="palette" className="">
            Close search
          </CloseButton>
        </div>
        <HitList query={asked?.query.trim() ?? ''} found={found} at={at} go={go} />
        <p className="hidden shrink-0 gap-5 border-t border-line px-4 py-2.5 text-xs text-ink-soft sm:pointer-fine:flex">
          <span>↑ ↓ to move</span>
          <span>Enter to open</span>
          <span>Ctrl Enter to open in a new tab</span>
          <span>Esc to close</span>
        </p>
      </div>
    </dialog>
  )
}

function idOf(at: number): string {
  return `palette-hit-${at}`
}

/** The results in groups; before anything is typed, recent choices and the menu's pages. */
function HitList({ query, found, at, go }: Props) {
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
                  key={hit.key}
                  id={idOf(all.indexOf(hit))}
                  role="option"
                  aria-selected={hit === all[at]}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 text-sm leading-5 hover:bg-ink-wash aria-selected:bg-lagoon-wash"
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

interface Props {
  query: string
  found: Found
  /** The index of the chosen hit. */
  at: number
  go: (hit: Hit, isElsewhere?: boolean) => void
}

function messageFor(query: string, state: Found['state'], count: number): string {
  if (state === 'failed') return errorText.search_incomplete
  if (count > 0) return query && `${count} ${count === 1 ? 'result' : 'results'}`
  if (state === 'loading') return query ? 'Searching…' : 'Loading…'
  if (query.length < LINES_FROM) return 'Keep typing (at least three letters).'
  return `No results for “${query}”. Try fewer or different words.`
}

function HitLine({ hit: { group, icon, title, context, why, terms, seconds, href } }: { hit: Hit }) {
  const isLine = seconds !== undefined
  return (
    <>
      <Icon drawing={icon ?? drawings[group]} className="text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className={isLine ? '' : 'font-medium'}>
          <Marked text={title} terms={terms} />
        </span>
        {context && (
          <span
            className={`text-xs text-ink-soft ${isLine ? 'block' : "before:mx-1.5 before:content-['·']"}`}
          >
            <Marked text={context} terms={isLine ? [] : terms} />
          </span>
        )}
        {why && (
          <span className="line-clamp-2 text-xs text-ink-soft">
            <Marked text={why} terms={terms} />
          </span>
        )}
      </span>
      {isLine && <time className="text-xs text-ink-soft figures">{clockTime(seconds)}</time>}
      {href !== '' && !href.startsWith('/') && (
        <>
          <Icon drawing={icons.ArrowUpRight} className="size-3.5 text-ink-soft" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </>
  )
}

/** The text with its matches marked. They may have accents that weren't typed. */
function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return text.split(WORD).map((part, at) => {
    if (at % 2 === 0 || !terms.includes(foldText(part))) return <span key={at}>{part}</span>
    return (
      <mark
        key={at}
        className="rounded-[3px] bg-hibiscus/18 text-ink forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
      >
        {part}
      </mark>
    )
  })
}

const drawings: Record<GroupName, icons.IconNode> = {
  Recent: icons.Clock,
  Pages: icons.FileText,
  Events: icons.CalendarDays,
  Notes: icons.Pencil,
  Account: icons.Settings,
  Channels: icons.Hash,
  Videos: icons.CirclePlay,
  'Said in a video': icons.MessageCircle,
}
