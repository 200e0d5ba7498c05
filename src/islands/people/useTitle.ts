import { useEffect } from 'react'

/** Puts the view's name before the page's title, which tells it from the others in history and for screen readers. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return
    const pageTitle = document.title
    document.title = `${title} · ${pageTitle}`
    return () => {
      document.title = pageTitle
    }
  }, [title])
}
