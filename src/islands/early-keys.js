// Stands in the head of members' pages as it is. Until they are heard, the page's keys are held, and the words that were
// typed for the palette: the browser would go to its own search with them, or lose them.
import { foldsSidebar, isTyping, opensPalette } from './keys.ts'

{
  const held = []
  let words = ''
  const begun = new AbortController()
  const hold = (event) => {
    const { key, ctrlKey, metaKey, target } = event
    const isWord = key.length === 1 && !ctrlKey && !metaKey && !isTyping(target)
    if (isWord && held.some(opensPalette)) words += key
    else if (opensPalette(event) || foldsSidebar(event)) held.push(event)
    else return
    event.preventDefault()
  }
  addEventListener('keydown', hold, { capture: true, signal: begun.signal })
  addEventListener('lanai:begun', () => {
    begun.abort()
    for (const event of held) event.target.dispatchEvent(new KeyboardEvent('keydown', event))
    // Its field has the focus now.
    if (words) document.activeElement.value = words
  })
}
