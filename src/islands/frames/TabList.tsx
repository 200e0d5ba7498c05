import type { KeyboardEvent } from 'react'
import type { TabView } from './model.ts'
import { FrameSet } from './FrameSet.tsx'
import { FrameTools } from './FrameTools.tsx'
import { opensElsewhere } from '../presses.ts'
import { NothingYet } from '../ui/NothingYet.tsx'
import { destination } from './tab-state.ts'
import type { Tabs } from './useTabs.ts'
import { useReloads } from './useReloads.ts'

/**
 * Tabs (WAI-ARIA Authoring Practices) made of links to pages. Before this is awake, and without it, the first tab's frame
 * stands here, every other page is one link away, and a tab that is no page opens by its fragment.
 */
export function TabList({ label, tabs, state, isVisible, isInner = false }: Props) {
  const { isAwake, open, press, walk } = state
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = tabs.findIndex(({ id }) => document.activeElement?.id === `${id}-tab`)
    const to = at < 0 ? null : destination(event.key, at, tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    walk(tab.id)
    document.getElementById(`${tab.id}-tab`)?.focus()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className={`mb-2 flex h-11 shrink-0 items-center pointer-coarse:h-13 ${isInner ? '' : 'border-b border-line'}`}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a list of tabs once it is awake */}
        <nav
          role={isAwake ? 'tablist' : undefined}
          aria-label={label}
          className={`-ml-1 flex max-w-full [scrollbar-width:none] items-center gap-1 overflow-x-auto px-1 ${isInner ? '' : 'self-end'}`}
          onKeyDown={keys}
        >
          {tabs.map((tab) => (
            <TabLink
              key={tab.id}
              tab={tab}
              isOpen={open.includes(tab.id)}
              isAwake={isAwake}
              isInner={isInner}
              onPress={press}
            />
          ))}
        </nav>
      </div>
      <div className={`grid min-h-0 flex-1 ${isAwake ? '' : 'panels-by-address'}`}>
        {tabs.map((tab) => (
          <Panel key={tab.id} tab={tab} state={state} isVisible={isVisible} />
        ))}
      </div>
    </div>
  )
}

interface Props {
  /** What the tabs are of. */
  label: string
  tabs: readonly TabView[]
  state: Tabs
  /** They do not stand in a tab that is closed. */
  isVisible: boolean
  /** They stand in a tab themselves. */
  isInner?: boolean
}

function TabLink({ tab, isOpen, isAwake, isInner, onPress }: TabLinkProps) {
  const roles = isAwake
    ? { role: 'tab', 'aria-selected': isOpen, 'aria-controls': tab.id, tabIndex: isOpen ? 0 : -1 }
    : { 'data-open': isOpen || undefined }
  return (
    <a
      id={`${tab.id}-tab`}
      href={tab.href}
      data-hold
      {...roles}
      className={`inline-flex min-h-9 items-center px-3 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink pointer-coarse:min-h-11 ${isInner ? PILL : UNDERLINE}`}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onPress(tab.id)
      }}
    >
      {tab.label}
    </a>
  )
}

/** Two looks, so that one row is seen to stand in the other. */
const UNDERLINE =
  'border-b-2 border-transparent -outline-offset-4 forced-colors:border-[Canvas] aria-selected:border-lagoon aria-selected:text-ink data-open:border-lagoon data-open:text-ink'
const PILL =
  'rounded-control -outline-offset-2 hover:bg-ink/5 aria-selected:bg-lagoon/10 aria-selected:text-lagoon-deep data-open:bg-lagoon/10 data-open:text-lagoon-deep'

interface TabLinkProps {
  tab: TabView
  isOpen: boolean
  isAwake: boolean
  isInner: boolean
  onPress: (id: string) => void
}

/** A closed panel that was open once keeps its size and its frames where they are, and so what a member was doing there. */
function Panel({ tab, state, isVisible }: PanelProps) {
  const isOpen = state.open.includes(tab.id)
  const wasShown = state.shown.includes(tab.id)
  const [only] = tab.frames.length === 1 ? tab.frames : []
  const reloads = useReloads()
  const look = isOpen ? 'flex' : wasShown ? 'invisible flex' : 'hidden'
  return (
    <section
      id={tab.id}
      role={state.isAwake ? 'tabpanel' : undefined}
      aria-label={tab.label}
      className={`min-h-0 min-w-0 flex-col [grid-area:1/1] ${look}`}
    >
      {tab.tabs ? (
        <TabList label={tab.label} tabs={tab.tabs} state={state} isVisible={isVisible && isOpen} isInner />
      ) : (
        <>
          {only && (
            <FrameTools
              id={`${tab.id}-frame`}
              frame={only}
              onReload={() => reloads.reload(0)}
              className="absolute top-0 right-0"
            />
          )}
          {tab.frames.length > 0 ? (
            <FrameSet id={tab.id} frames={tab.frames} isShown={wasShown && isVisible} reloads={reloads} />
          ) : (
            <div className="grid flex-1 content-center justify-items-center py-16 text-center">
              <NothingYet adds={tab.adds} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

interface PanelProps {
  tab: TabView
  state: Tabs
  isVisible: boolean
}
