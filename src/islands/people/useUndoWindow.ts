import { useEffect, useState } from 'react'

/** What can be undone until its email leaves: as useState, but empty again after a minute. */
export function useUndoWindow<Item>() {
  const [items, setItems] = useState<readonly Item[]>([])
  useEffect(() => {
    if (items.length === 0) return
    const timer = setTimeout(() => setItems([]), 60_000)
    return () => clearTimeout(timer)
  }, [items])
  return [items, setItems] as const
}
