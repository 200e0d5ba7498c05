// An inline script in the head, before the first frame is parsed, so that no `load` event is missed.
document.addEventListener(
  'load',
  ({ target }) => {
    const card = target instanceof HTMLIFrameElement && target.src && target.closest('[data-frame-state]')
    if (card) card.dataset.frameState = navigator.onLine ? 'loaded' : 'offline'
  },
  true,
)
