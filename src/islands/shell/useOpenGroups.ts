import { useEffect, useState } from 'react'
import { type Group, pagesOf } from '#src/shared/navigation.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'

const KEY = 'open-groups'

/** Which groups are open, by their page: the one that holds this page, and those that were opened on this visit. */
export function useOpenGroups(groups: readonly Group[], path: string) {
  const [open, setOpen] = useState(() =>
    groups.filter((group) => pagesOf(group).some(({ href }) => href === path)).map(({ href }) => href),
  )
  useEffect(() => {
    const kept = readStored(KEY, 'sessionStorage') as string[] | null
    if (kept) setOpen((now) => [...new Set([...now, ...kept])])
  }, [])
  const change = (next: string[]) => {
    setOpen(next)
    writeStored(KEY, next, 'sessionStorage')
  }
  const isAllOpen = groups.every(({ href }) => open.includes(href))
  return {
    isAllOpen,
    isOpen: ({ href }: Group) => open.includes(href),
    toggle: ({ href }: Group, isOpen: boolean) => {
      if (open.includes(href) !== isOpen)
        change(isOpen ? [...open, href] : open.filter((other) => other !== href))
    },
    openOrCloseAll: () => change(isAllOpen ? [] : groups.map(({ href }) => href)),
  }
}
