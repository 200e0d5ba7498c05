/** Copies into the quick menu what the sidebar has: the pages of this group, a tile for each group, and the channels. */
export function fillQuickMenu(): void {
  const menu = document.querySelector('#quick-menu')
  const tiles = menu?.querySelector('.quick-tiles')
  if (!menu || !tiles || tiles.childElementCount > 1) return
  for (const group of document.querySelectorAll('#navigation .nav-group')) {
    const links = [...group.querySelectorAll('a')]
    const isHere = links.some((link) => link.ariaCurrent !== null)
    const tile = tiles.appendChild(entry(links[0]))
    const [link] = tile.getElementsByTagName('a')
    if (link) link.ariaCurrent = isHere ? 'true' : null
    if (isHere) menu.querySelector('.quick-pages')?.append(...links.map(entry))
  }
  const channels = document.querySelector('#navigation section')
  if (channels) menu.firstElementChild?.append(channels.cloneNode(true))
}

function entry(link: Element | undefined): HTMLLIElement {
  const item = document.createElement('li')
  if (link) item.append(link.cloneNode(true))
  return item
}
