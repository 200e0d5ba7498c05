// An inline script in the head: theatre mode is on from the first paint.
try {
  const { theatre } = JSON.parse(localStorage.getItem('video-preferences'))
  document.documentElement.toggleAttribute('data-theatre', theatre)
} catch {
  // Nothing is stored, or storage is switched off.
}
