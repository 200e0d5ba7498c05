import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useReducer, useState } from 'react'
import type { FrameView, TabView } from '#src/embeds/frame-view.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'
import { FrameCard } from './FrameCard.tsx'
import { FrameSet } from './FrameSet.tsx'
import { FrameTools } from './FrameTools.tsx'
import { useFragment } from './useAddress.ts'

/**
 * Tabs that are links to pages until hydration. The open tab is the fragment of the address: a click adds a history entry, the arrow
 * keys don't. A tab that was opened stays in the page with what the member typed.
 */
export function FrameTabs({ label, tabs, isInner = false, children }: Props) {
  const isHydrated = useIsHydrated()
  const fragment = useFragment()
  const openTab = tabs.find((tab) => isNamed(tab, fragment)) ?? tabs[0]
  const [opened, setOpened] = useState([openTab])
  if (!opened.includes(openTab)) setOpened([...opened, openTab])

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
            <Tabs.Tab
              key={tab.id}
              value={tab.id}
              nativeButton={false}
              render={<a href={tab.href}>{tab.label}</a>}
              {...(!isHydrated && PLAIN_LINK)}
              onClick={onPlainClick(() => {
                if (tab !== openTab) location.assign(`#${tab.id}`)
              })}
              onFocus={({ currentTarget }) => {
                const isByKey = currentTarget.matches(':focus-visible')
                if (isByKey && tab !== openTab) location.replace(`#${tab.id}`)
              }}
              className={`inline-flex min-h-9 items-center px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink pointer-coarse:min-h-11 ${isInner ? INNER : OUTER}`}
            />
          ))}
        </Tabs.List>
        {children}
      </div>
      <div className="grid min-h-0 flex-1">
        {tabs.map((tab) => (
          <Tabs.Panel
            key={tab.id}
            value={tab.id}
            keepMounted={opened.includes(tab)}
            // A frame that isn't displayed would forget where it was scrolled to.
            hidden={false}
            // Tab goes on to the tools.
            tabIndex={undefined}
            className={`flex min-h-0 min-w-0 flex-col [grid-area:1/1] ${tab === openTab ? '' : 'invisible'}`}
          >
            <TabContent tab={tab} />
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  )
}

function TabContent({ tab: { label, frames, tabs, comingSoon } }: { tab: TabView }) {
  const [frame, ...others] = frames
  if (tabs) return <FrameTabs label={label} tabs={tabs} isInner />
  if (frame) return others.length > 0 ? <FrameSet frames={frames} /> : <TabFrame frame={frame} />
  return (
    <div className="grid flex-1 place-items-center content-center py-16 text-center">
      <h2 className="text-subheading">Nothing here yet</h2>
      <p className="mt-2 max-w-[40ch] text-ink-soft">{`We’ll add ${comingSoon} soon.`}</p>
    </div>
  )
}

function TabFrame({ frame }: { frame: FrameView }) {
  const [loads, reload] = useReducer((count: number) => count + 1, 1)
  return (
    <>
      <div className="absolute top-0 right-0">
        <FrameTools frame={frame} onReload={reload} />
      </div>
      <FrameCard key={loads} frame={frame} onReload={reload} isAlone />
    </>
  )
}

/** Whether the fragment names the tab or one inside it. */
function isNamed(tab: TabView, fragment: string): boolean {
  return tab.id === fragment || (tab.tabs ?? []).some((inner) => isNamed(inner, fragment))
}

const PLAIN_LINK = { role: undefined, tabIndex: undefined, 'aria-selected': undefined }

// Two looks, so that one row is seen to stand in the other.
const OUTER =
  'border-b-2 border-transparent -outline-offset-4 data-active:border-accent data-active:text-ink forced-colors:border-[Canvas]'
const INNER =
  'rounded-control -outline-offset-2 hover:bg-ink-wash data-active:bg-accent-wash data-active:text-accent-deep'

interface Props {
  /** What the tabs are of. */
  label: string
  tabs: TabView[]
  /** They stand in a tab themselves. */
  isInner?: boolean
  /** What stands at the end of the tabs' row. */
  children?: ReactNode
}
