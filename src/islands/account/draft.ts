/** Whether something was typed in here that is not what it was, or is on its way to be chosen. */
export function hasDraft(element: HTMLElement): boolean {
  if (element.querySelector('[data-draft]')) return true
  return [...element.querySelectorAll('input')].some(({ type, value, defaultValue }) => {
    return TYPED.has(type) && value !== defaultValue
  })
}

const TYPED = new Set(['text', 'email', 'password'])
