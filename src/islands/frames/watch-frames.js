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
}
