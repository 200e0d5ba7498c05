/**
 * Somebody quick, or on a slow line, presses a button before its island is there. A form would go the browser's own
 * way and come back empty, a button would do nothing. The press waits instead, and the island catches up on it.
 */
let isReady = false
let missed: (() => void) | null = null

/** Keeps the last press until the island is there. For the page's own script, which arrives first. */
export function holdEarlyPresses(): void {
  addEventListener('submit', (event) => {
    const form = event.target
    if (isReady || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    missed = () => form.requestSubmit()
  })
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
    if (!isReady && button) missed = () => button.click()
  })
}

/** The island is there: does what was pressed meanwhile, and leaves everything to it from now on. */
export function catchUp(): void {
  isReady = true
  missed?.()
  missed = null
}
