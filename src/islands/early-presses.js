// Stands in the page's head as it is. Islands begin behind the end of the page, and a phone shows what it has read of it. What
// is pressed in between is held, and given to them once, in order, when they have begun.
import { ISLANDS_OWN, opensElsewhere } from './presses.ts'

{
  const held = []
  const begun = new AbortController()
  const hold = (event) => {
    const { type, target, submitter } = event
    const pressed = type === 'submit' ? target : target.closest(ISLANDS_OWN)
    if (!pressed?.closest('astro-island') || (type === 'click' && opensElsewhere(event))) return
    event.preventDefault()
    event.stopPropagation()
    held.push(() => (type === 'submit' ? target.requestSubmit(submitter) : pressed.click()))
  }
  for (const type of ['click', 'submit'])
    addEventListener(type, hold, { capture: true, signal: begun.signal })
  const give = () => {
    begun.abort()
    for (const again of held) again()
  }
  // The element that they are begins right behind this event.
  addEventListener('astro:wake', () => queueMicrotask(give), { once: true })
}
