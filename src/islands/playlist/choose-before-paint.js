// Stands right behind the playlist: the video an address names is shown with its tools, and its week is open, before
// the first paint.
// Former names and videos that are not in the page are left to the script that comes later.
{
  const stage = document.querySelector('[data-stage]')
  const named = location.hash.slice(1).split('&')[0]
  try {
    const fragment = CSS.escape(decodeURIComponent(named))
    const article = fragment && stage?.querySelector(`[data-video="${fragment}"]`)
    if (article) {
      article.toggleAttribute('data-selected', true)
      stage.toggleAttribute('data-chosen', true)
      article.querySelector('[data-actions]').prepend(...stage.querySelectorAll('[data-tool-part]'))
    }
    const row = article && document.querySelector(`[data-tree] [data-row="${fragment}"]`)
    for (let group = row?.closest('details'); group; group = group.parentElement.closest('details')) {
      group.open = true
    }
  } catch {
    // An address that nobody can read names no video: the first one stands.
  }
}
