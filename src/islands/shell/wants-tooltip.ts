/** Whether it shows a tooltip as things stand: the sidebar's entries do while they are icons alone. */
export function wantsTooltip(element: HTMLElement): boolean {
  return (
    element.dataset.tooltipWhen !== 'collapsed' || document.documentElement.dataset.sidebar === 'collapsed'
  )
}
