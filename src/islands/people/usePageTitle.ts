import { useEffect } from 'react'

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return
    const pageTitle = document.title
    document.title = `${title} · ${pageTitle}`
    return () => {
      document.title = pageTitle
    }
  }, [title])
}
