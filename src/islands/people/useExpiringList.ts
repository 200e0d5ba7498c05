import { useEffect, useState } from 'react'

const EXPIRES_AFTER_MS = 60_000

/** As useState, but the list is empty again after a minute. */
export function useExpiringList<Item>() {
  const [items, setItems] = useState<readonly Item[]>([])
  useEffect(() => {
    if (items.length === 0) return
    const timer = setTimeout(() => setItems([]), EXPIRES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [items])
  return [items, setItems] as const
}
