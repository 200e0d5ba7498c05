// Stands ahead of the first frame as it is, so that none comes unseen.
{
  const cardOf = (frame) => frame.closest?.('[data-frame-state]')
  document.addEventListener(
    'load',
    ({ target }) => {
      const card = target instanceof HTMLIFrameElement && target.src && cardOf(target)
      if (card) card.dataset.frameState = navigator.onLine ? 'loaded' : 'offline'
    },
    true,
  )
  addEventListener('online', () => {
    for (const frame of document.querySelectorAll('[data-frame-state=offline] iframe')) {
      cardOf(frame).dataset.frameState = 'loading'
      frame.replaceWith(frame.cloneNode())
    }
  })
  // A press beside a popover closes it, but one on a frame is heard by the frame alone: all the browser tells of it is
  // that the focus has gone there, and not every browser has moved it by now.
  addEventListener('blur', () => {
    setTimeout(() => {
      if (!(document.activeElement instanceof HTMLIFrameElement)) return
      for (const popover of document.querySelectorAll('[popover=auto]:popover-open')) popover.hidePopover()
    })
  })
}
