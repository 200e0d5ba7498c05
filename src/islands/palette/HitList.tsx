import * as icons from '#src/shared/icons.ts'
import type { GroupName } from '#src/shared/search.ts'
import { foldText } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { useEffect } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { WORD, type Hit } from './hits.ts'
import { LINES_FROM, type Found } from './search.ts'

export const LIST_ID = 'palette-hits'

export function idOf(at: number): string {
  return `palette-hit-${at}`
}

/** What was found, in groups; before anything is asked what was chosen of late, and the pages of the menu. */
export function HitList({ found, at, go }: Props) {
  useEffect(() => {
    document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, found])
  const all = found.groups.flatMap(({ hits }) => hits)
  const message = messageFor(found, all.length)
  return (
    <>
      <p
        role="status"
        className={all.length > 0 ? 'sr-only' : 'px-6 py-10 text-center text-sm text-ink-soft'}
      >
        {message}
      </p>
      {all.length > 0 && (
        // The field keeps the focus, and on a phone its keyboard.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as a combobox's list
        <div
          id={LIST_ID}
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
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 text-sm leading-5 hover:bg-ink/4 aria-selected:bg-lagoon/10"
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
  found: Found
  /** Which of the hits is chosen. */
  at: number
  go: (hit: Hit, isElsewhere?: boolean) => void
}

function messageFor({ query, state }: Found, count: number): string {
  const asked = query.trim()
  if (count > 0) return asked && `${count} ${count === 1 ? 'result' : 'results'}`
  if (state === 'loading') return asked && 'Searching…'
  if (state === 'failed') return 'Part of the search could not be loaded. Reload the page to try again.'
  if (asked.length < LINES_FROM) return 'Keep typing (at least three letters).'
  return `No results for “${asked}”. Try another word, or a shorter one.`
}

function HitLine({ hit: { group, icon, title, context, why, terms, seconds, href } }: { hit: Hit }) {
  return (
    <>
      <Icon drawing={icon ?? drawings[group]} className="text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className={seconds === null ? 'font-medium' : ''}>
          <Marked text={title} terms={terms} />
        </span>
        {context && (
          <span
            className={`text-xs text-ink-soft ${seconds === null ? "before:mx-1.5 before:content-['·']" : 'block'}`}
          >
            <Marked text={context} terms={seconds === null ? terms : []} />
          </span>
        )}
        {/* Other names of what is done here explain nothing. */}
        {why && group !== 'Account' && (
          <span className="block text-xs text-ink-soft">
            <Marked text={why} terms={terms} />
          </span>
        )}
      </span>
      {seconds !== null && <time className="text-xs text-ink-soft tabular-nums">{clockTime(seconds)}</time>}
      {href !== '' && !href.startsWith('/') && (
        <>
          <Icon drawing={icons.arrowUpRight} className="size-3.5 text-ink-soft" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </>
  )
}

/** The text with what was found marked; a found word may have accents that were not asked for. */
function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  // Found words stand at odd places, between runs of words that were not asked for.
  const runs = ['']
  for (const [at, part] of text.split(WORD).entries()) {
    if (at % 2 === 1 && terms.includes(foldText(part))) runs.push(part, '')
    else runs.push(`${runs.pop() ?? ''}${part}`)
  }
  return runs.map((run, at) => {
    if (at % 2 === 0) return run
    return (
      <mark key={at} className="rounded-[3px] bg-hibiscus/18 text-ink">
        {run}
      </mark>
    )
  })
}

const drawings: Record<GroupName, string> = {
  Recent: icons.clock,
  Pages: icons.fileText,
  Events: icons.calendarDays,
  Notes: icons.pencil,
  Account: icons.settings,
  Channels: icons.hash,
  Videos: icons.circlePlay,
  'Said in a video': icons.messageCircle,
}
