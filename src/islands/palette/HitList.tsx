import * as icons from '#src/shared/icons.ts'
import type { GroupName } from '#src/shared/search.ts'
import { foldText } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { memo, useEffect, useRef, type Ref } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { WORD, type Hit } from './hits.ts'
import { LINES_FROM, type Found } from './search.ts'

export const LIST_ID = 'palette-hits'

export function idOf(at: number): string {
  return `palette-hit-${at}`
}

/** What was found, in groups; before anything is asked what was chosen of late, and the pages of the menu. */
export function HitList({ found, active, go }: ListProps) {
  const activeOption = useRef<HTMLDivElement>(null)
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (!active) return <NothingFound query={found.query.trim()} state={found.state} />
  const all = found.groups.flatMap(({ hits }) => hits)
  return (
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
            <Option
              key={hit.key}
              hit={hit}
              id={idOf(all.indexOf(hit))}
              isActive={hit === active}
              ref={hit === active ? activeOption : null}
              go={go}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface ListProps {
  found: Found
  active: Hit | undefined
  go: (hit: Hit, isElsewhere?: boolean) => void
}

const Option = memo(function Option({ hit, id, isActive, ref, go }: OptionProps) {
  const { group, icon, title, context, why, terms, seconds, href } = hit
  const leaves = href !== '' && !href.startsWith('/')
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 text-sm leading-5 hover:bg-ink/4 aria-selected:bg-lagoon/10"
      onClick={({ ctrlKey, metaKey }) => go(hit, ctrlKey || metaKey)}
    >
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
      {leaves && (
        <>
          <Icon drawing={icons.arrowUpRight} className="size-3.5 text-ink-soft" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </div>
  )
})

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

interface OptionProps extends Pick<ListProps, 'go'> {
  hit: Hit
  id: string
  isActive: boolean
  ref: Ref<HTMLDivElement>
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

function NothingFound({ query, state }: Pick<Found, 'query' | 'state'>) {
  const look = 'px-6 py-10 text-center text-sm text-ink-soft'
  if (state === 'loading') return <p className={look}>{query ? 'Searching…' : ''}</p>
  return (
    <div className={look}>
      {query && (
        <strong className="block pb-1 font-display text-lg font-[560] text-ink">
          {`No results for “${query}”`}
        </strong>
      )}
      {state === 'failed'
        ? 'Part of the search could not be loaded. Reload the page to try again.'
        : query.length < LINES_FROM
          ? 'Keep typing (at least three letters).'
          : 'Try another word, or a shorter one.'}
    </div>
  )
}

/** Says how much was found, to people who do not see it. */
export function HitStatus({ found: { query, groups, state } }: Pick<ListProps, 'found'>) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  const none = state === 'loading' ? 'Searching' : 'No results'
  return (
    <p className="sr-only" role="status">
      {query.trim() && (count > 0 ? `${count} ${count === 1 ? 'result' : 'results'}` : none)}
    </p>
  )
}
