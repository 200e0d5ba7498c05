import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page, or pasted. Whatever is dropped while this cannot take it, the
 * browser does not open in place of the page.
 */
export function useDroppedFiles(canTake: boolean, onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)

  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const file = data?.files[0]
    if (!file || isTextFor(event.target, data)) return
    event.preventDefault()
    if (canTake) onFile(file)
  })

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      },
      { signal },
    )
    addEventListener('dragleave', ({ relatedTarget }) => setIsOver(relatedTarget !== null), { signal })
    addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        take(event, event.dataTransfer)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

  return isOver && canTake
}

/** Words copied in an office program come with a picture of themselves; a field wants the words. */
function isTextFor(target: EventTarget | null, { types }: DataTransfer): boolean {
  return target instanceof HTMLInputElement && types.includes('text/plain')
}
