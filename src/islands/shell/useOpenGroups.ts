import { useEffect, useState } from 'react'
import { type Group, pagesOf } from '#src/shared/navigation.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'

const STORAGE_KEY = 'open-groups'

/** At first the group of the current page is open, and those that the member has opened on this visit. */
export function useOpenGroups(groups: readonly Group[], currentPath: string) {
  const [openPaths, setOpenPaths] = useState(() =>
    groups.filter((group) => pagesOf(group).some(({ href }) => href === currentPath)).map(({ href }) => href),
  )
  useEffect(() => {
    const stored = readStored(STORAGE_KEY, 'sessionStorage') as string[] | null
    if (stored) setOpenPaths((paths) => [...new Set([...paths, ...stored])])
  }, [])
  const changeOpenPaths = (next: string[]) => {
    setOpenPaths(next)
    writeStored(STORAGE_KEY, next, 'sessionStorage')
  }
  const isAllOpen = groups.every(({ href }) => openPaths.includes(href))
  return {
    isAllOpen,
    isOpen: ({ href }: Group) => openPaths.includes(href),
    toggle: ({ href }: Group, isOpen: boolean) => {
      if (openPaths.includes(href) !== isOpen)
        changeOpenPaths(isOpen ? [...openPaths, href] : openPaths.filter((other) => other !== href))
    },
    openOrCloseAll: () => changeOpenPaths(isAllOpen ? [] : groups.map(({ href }) => href)),
  }
}
