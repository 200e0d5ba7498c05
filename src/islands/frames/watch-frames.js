// Stands ahead of the first frame, so that no `load` is missed.
document.addEventListener(
  'load',
  ({ target }) => {
    const card = target instanceof HTMLIFrameElement && target.src && target.closest('[data-frame-state]')
    if (card) card.dataset.frameState = navigator.onLine ? 'loaded' : 'offline'
  },
  true,
)
