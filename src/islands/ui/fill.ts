/** Fills the elements with these `data-part`s. A part that is null is hidden. */
export function fill(root: ParentNode, parts: Record<string, Part>): void {
  for (const [name, part] of Object.entries(parts))
    for (const element of root.querySelectorAll<HTMLElement>(`[data-part=${name}]`)) {
      element.hidden = part === null
      const { text, href } = typeof part === 'string' ? { text: part } : (part ?? {})
      if (text !== undefined) element.textContent = text
      if (href !== undefined) element.setAttribute('href', href)
      else if (element.matches('a')) element.removeAttribute('href')
    }
}

/** A copy of the template for each item. Those that are there are filled again, so that the focus stays. */
export function fillEach<Item>(
  list: Element,
  template: HTMLTemplateElement,
  items: readonly Item[],
  fillRow: (row: HTMLElement, item: Item, index: number) => void,
): void {
  while (list.children.length > items.length) list.lastElementChild?.remove()
  while (list.children.length < items.length) list.append(template.content.cloneNode(true))
  const rows = list.children as HTMLCollectionOf<HTMLElement>
  for (const [index, row] of [...rows].entries()) fillRow(row, items[index] as Item, index)
}

/** An element that the page always has. */
export function one(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

/** A text, or a link; a link without text keeps its own. */
type Part = string | { text?: string | undefined; href?: string | undefined } | null
