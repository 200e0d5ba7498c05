import { send } from './events.ts'
import { fillOnOpening, openAllOnPress } from './groups.ts'
import { openListOnPress } from './list.ts'
import { articlesOf, fragmentOf, readScreen, type Screen } from './page.ts'
import { searchOnFirstUse } from './search-box.ts'
import { followAddress } from './select.ts'
import { followTranscripts } from './transcript.ts'

/** Wakes the playlist's screen. It was readable before, and stays so where this never runs. */
export function startPlaylist(): void {
  const screen = readScreen()
  if (!screen) return
  playOnPress(screen)
  fillOnOpening(screen)
  openAllOnPress(screen)
  followTranscripts(screen)
  searchOnFirstUse(screen)
  openListOnPress()
  followAddress(screen)
  screen.stage.toggleAttribute('data-ready', true)
  screen.root.querySelector('[data-tools]')?.removeAttribute('inert')
  playWhatWasPressed(screen)
}

/** The drawing somebody pressed before this was here: hold-early-press.js kept it. */
function playWhatWasPressed(screen: Screen): void {
  const article = articlesOf(screen).find((one) => fragmentOf(one) === screen.stage.dataset.pressed)
  if (article) send('playlist:play', { article, seconds: null })
}

/** Until now the facade was a link to the video; with a modifier key it still is. */
function playOnPress({ stage }: Screen): void {
  stage.addEventListener('click', (event) => {
    const facade = event.target instanceof Element ? event.target.closest('[data-play]') : null
    const article = facade?.closest<HTMLElement>('[data-video]')
    if (!article || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    send('playlist:play', { article, seconds: null })
  })
}
