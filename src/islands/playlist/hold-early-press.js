// Stands right behind the playlist: a drawing that is pressed before the script has come plays here once it is there,
// instead of in a tab of YouTube's. Where that script never comes, the link is followed after all.
{
  const stage = document.querySelector('[data-stage]')
  const hold = (event) => {
    const facade = event.target.closest('[data-play]')
    if (!facade || stage.hasAttribute('data-ready') || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    event.preventDefault()
    stage.dataset.pressed = facade.closest('[data-video]').dataset.video
  }
  stage?.addEventListener('click', hold)
  // Every module has run by then, or has failed.
  document.addEventListener('DOMContentLoaded', () => {
    stage?.removeEventListener('click', hold)
    const pressed = stage?.hasAttribute('data-ready') ? null : stage?.dataset.pressed
    if (pressed)
      location.assign(stage.querySelector(`[data-video="${CSS.escape(pressed)}"] [data-play]`).href)
  })
}
