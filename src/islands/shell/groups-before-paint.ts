import { readStored, writeStored } from '../../lib/storage.ts'

/* An inline script behind the navigation: groups that were opened on this visit are open at the first paint. */

const KEY = 'open-groups'

const navigation = document.querySelector('#navigation nav')
const groups = [...(navigation?.querySelectorAll('details') ?? [])]
const opened = readStored(KEY, 'sessionStorage') as string[] | null
for (const group of groups) group.open ||= opened?.includes(String(group.dataset.group)) === true
const toggle = document.querySelector('[aria-controls=navigation]')
if (toggle) toggle.ariaExpanded = String(document.documentElement.dataset.sidebar !== 'collapsed')
navigation?.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-open-all]')) openOrCloseAll()
  // A group toggles after the click event.
  if (!(target as Element).closest('a')) setTimeout(keep)
})

function openOrCloseAll(): void {
  const isOpening = groups.some(({ open }) => !open)
  for (const group of groups) group.open = isOpening
}

function keep(): void {
  const open = groups.filter((group) => group.open).map(({ dataset }) => dataset.group)
  writeStored(KEY, open, 'sessionStorage')
}
