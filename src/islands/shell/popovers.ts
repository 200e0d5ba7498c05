/**
 * A press beside a menu closes it, but one on a frame is heard by the frame alone: all the browser tells of it is that the
 * focus has gone there.
 */
export function closePopoversForFrames(): void {
  addEventListener('blur', () => {
    // Not every browser has moved the focus by now.
    setTimeout(() => {
      if (document.activeElement instanceof HTMLIFrameElement) closePopovers()
    })
  })
}

function closePopovers(): void {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) {
    if (open.popover === 'auto') open.hidePopover()
  }
}
