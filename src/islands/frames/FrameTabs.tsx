import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useReducer, useState } from 'react'
import type { FrameView, TabView } from '#src/embeds/embed.ts'
import { comingSoonText, comingSoonTitle } from '#src/shared/coming-soon.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'
import { AudienceLabel, ForGroups } from '#src/ui/ForGroups.tsx'
import { EmbeddedFrame } from './EmbeddedFrame.tsx'
import { FrameTools } from './FrameTools.tsx'
import { useFragment } from './usePageUrl.ts'

/**
 * Tabs that are links to pages until hydration. The open tab is the fragment of the address: a click adds a history entry, the arrow
 * keys don't. A tab that was opened stays in the page with what the member typed.
 */
export function FrameTabs({ label, tabs, isInner = false, children }: FrameTabsProps) {
  const isHydrated = useIsHydrated()
  const fragment = useFragment()
  // The HTML of the build is for everyone.
  const shownTabs = isHydrated ? tabs : tabs.filter(({ audience }) => audience === undefined)
  const openTab = tabs.find((tab) => contains(tab, fragment)) ?? shownTabs[0]
  const [visitedTabs, setVisitedTabs] = useState([openTab])
  // During render, as React advises: an effect would paint the page without the tab's panel first.
  if (!visitedTabs.includes(openTab)) setVisitedTabs([...visitedTabs, openTab])

  return (
    <Tabs.Root value={openTab?.id} className="flex min-h-0 flex-1 flex-col">
      <div
        className={`mb-2 flex h-11 shrink-0 items-center justify-between gap-3 pointer-coarse:h-13 ${isInner ? '' : 'border-b border-line'}`}
      >
        <Tabs.List
          aria-label={label}
          render={<nav />}
          {...(!isHydrated && { role: undefined })}
          className={`-ml-1 flex max-w-full [scrollbar-width:none] items-center gap-1 overflow-x-auto px-1 ${isInner ? '' : 'self-end'}`}
        >
          {tabs.map((tab) => (
            <ForGroups key={tab.id} audience={tab.audience}>
              <Tabs.Tab
                value={tab.id}
                nativeButton={false}
                render={
                  <a href={tab.href}>
                    {tab.label}
                    <AudienceLabel audience={tab.audience} />
                  </a>
                }
                {...(!isHydrated && PLAIN_LINK)}
                onClick={onPlainClick(() => {
                  if (tab !== openTab) location.assign(`#${tab.id}`)
                })}
                onFocus={({ currentTarget }) => {
                  const isByKey = currentTarget.matches(':focus-visible')
                  if (isByKey && tab !== openTab) location.replace(`#${tab.id}`)
                }}
                className={`inline-flex min-h-9 items-center gap-2 px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink pointer-coarse:min-h-11 ${isInner ? INNER_TAB : OUTER_TAB}`}
              />
            </ForGroups>
          ))}
        </Tabs.List>
        {children}
      </div>
      <TabPanels tabs={shownTabs} openTab={openTab} visitedTabs={visitedTabs} />
    </Tabs.Root>
  )
}

function TabPanels({ tabs, openTab, visitedTabs }: TabPanelsProps) {
  return (
    <div className="grid min-h-0 flex-1">
      {tabs.map((tab) => (
        <Tabs.Panel
          key={tab.id}
          value={tab.id}
          keepMounted={visitedTabs.includes(tab)}
          // A frame with display: none would lose its scroll position.
          hidden={false}
          // The Tab key goes on to the tools.
          tabIndex={undefined}
          className={`flex min-h-0 min-w-0 flex-col [grid-area:1/1] ${tab === openTab ? '' : 'invisible'}`}
        >
          <TabContent tab={tab} />
        </Tabs.Panel>
      ))}
    </div>
  )
}

function TabContent({ tab: { label, frames, tabs, comingSoon } }: { tab: TabView }) {
  const [frame, ...others] = frames
  if (frame) return others.length > 0 ? <FrameGrid frames={frames} /> : <TabFrame frame={frame} />
  if (comingSoon === undefined) return <FrameTabs label={label} tabs={tabs} isInner />
  return (
    <div className="grid flex-1 place-items-center content-center py-16 text-center">
      <h2 className="text-subheading">{comingSoonTitle}</h2>
      <p className="mt-2 max-w-[40ch] text-ink-soft">{comingSoonText(comingSoon)}</p>
    </div>
  )
}

export function FrameGrid({ frames }: { frames: FrameView[] }) {
  const columns = ['', '', 'lg:grid-cols-2', 'lg:grid-cols-3'][frames.length] ?? 'lg:grid-cols-4'
  return (
    <div className={`flex min-h-0 flex-1 flex-col gap-4 max-lg:pb-4 lg:grid lg:gap-3 ${columns}`}>
      {frames.map((frame, index) => (
        <FrameSection key={index} frame={frame} isLazy={index > 0} />
      ))}
    </div>
  )
}

function FrameSection({ frame, isLazy }: { frame: FrameView; isLazy: boolean }) {
  const [loadCount, reload] = useReducer((count: number) => count + 1, 1)
  return (
    // Below 1024 px shorter than the screen, so that a finger can scroll the page around it.
    <section
      aria-label={frame.title}
      className="flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface max-lg:h-[calc(100dvh-var(--bar-height)-5rem)] max-lg:flex-none"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 font-sans text-base leading-snug font-semibold tracking-normal">
          {frame.title}
        </h2>
        <FrameTools frame={frame} onReload={reload} />
      </div>
      <EmbeddedFrame key={loadCount} frame={frame} onReload={reload} isLazy={isLazy} />
    </section>
  )
}

function TabFrame({ frame }: { frame: FrameView }) {
  const [loadCount, reload] = useReducer((count: number) => count + 1, 1)
  return (
    <>
      <div className="absolute top-0 right-0">
        <FrameTools frame={frame} onReload={reload} />
      </div>
      <EmbeddedFrame key={loadCount} frame={frame} onReload={reload} isAlone />
    </>
  )
}

function contains(tab: TabView, id: string): boolean {
  return tab.id === id || tab.tabs.some((innerTab) => contains(innerTab, id))
}

// Without the script, a tab is a link and nothing else.
const PLAIN_LINK = { role: undefined, tabIndex: undefined, 'aria-selected': undefined }

// Two looks, so that a row of tabs inside another can be told from it.
const OUTER_TAB =
  'border-b-2 border-transparent -outline-offset-4 data-active:border-accent data-active:text-ink forced-colors:border-[Canvas]'
const INNER_TAB =
  'rounded-control -outline-offset-2 hover:bg-ink-wash data-active:bg-accent-wash data-active:text-accent-deep'

interface TabPanelsProps {
  tabs: readonly TabView[]
  openTab: TabView | undefined
  visitedTabs: readonly (TabView | undefined)[]
}

interface FrameTabsProps {
  label: string
  tabs: TabView[]
  isInner?: boolean
  children?: ReactNode
}
