// Stands right behind the playlist: the video an address names is shown, and its week is open, before the first paint.
// Former names and videos that are not in the page are left to the script that comes later.
try {
  const fragment = decodeURIComponent(location.hash.slice(1).split('&')[0])
  document
    .querySelector(`article[data-other][id="${CSS.escape(fragment)}"]`)
    ?.toggleAttribute('data-chosen', true)
  const row = document.querySelector(`#playlist-list a[href="#${CSS.escape(encodeURIComponent(fragment))}"]`)
  for (let group = row?.closest('details'); group; group = group.parentElement.closest('details')) {
    group.open = true
  }
} catch {
  // An address that nobody can read names no video: the first one stands.
}
