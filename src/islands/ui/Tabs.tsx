import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useState } from 'react'

/** A panel is there once it was looked at, and stays as it is while another one is. The arrow keys choose. */
export function Tabs<Name extends string>({ label, current, onCurrent, tabs }: Props<Name>) {
  const [seen, setSeen] = useState([current])
  if (!seen.includes(current)) setSeen([...seen, current])

  return (
    <Base.Root
      value={current}
      onValueChange={(name: Name) => onCurrent(name)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Base.List
        activateOnFocus
        aria-label={label}
        className="mt-2 flex shrink-0 gap-1 border-b border-line px-1.5 sm:px-3.5"
      >
        {tabs.map(({ name, title }) => (
          <Base.Tab
            key={name}
            value={name}
            className="-mb-px min-h-11 border-b-2 border-transparent px-2.5 text-sm font-medium text-ink-soft transition-colors hover:text-ink focus-visible:rounded-[6px] focus-visible:-outline-offset-4 aria-selected:border-lagoon aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-4"
          >
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ name, panel }) => (
        <Base.Panel
          key={name}
          value={name}
          keepMounted={seen.includes(name)}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] focus-visible:-outline-offset-3 sm:px-6"
        >
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

interface Props<Name> {
  /** What the row of tabs is called to those who hear it. */
  label: string
  current: Name
  onCurrent: (name: Name) => void
  tabs: { name: Name; title: string; panel: ReactNode }[]
}
