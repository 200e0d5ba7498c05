import { listen } from './events.ts'
import { fragmentOf } from './page.ts'

/** Loads nothing of another site's until somebody asks for it, and then sets no cookie before it plays. */
const PLAYER_HOST = 'https://www.youtube-nocookie.com'

/** Puts the player in the facade's place. One at a time: going to another video brings the facade back. */
export function playInPlace(): void {
  let playing: { article: HTMLElement; facade: Element; frame: HTMLIFrameElement } | null = null

  const stop = () => {
    playing?.frame.replaceWith(playing.facade)
    playing = null
  }
  const play = (article: HTMLElement, seconds: number) => {
    stop()
    const facade = article.querySelector('[data-player] > *')
    if (!facade) return
    const frame = playerFrame(article, seconds)
    facade.replaceWith(frame)
    frame.focus()
    playing = { article, facade, frame }
  }

  listen('playlist:play', ({ article, seconds }) => play(article, seconds ?? 0))
  listen('playlist:jump', ({ article, seconds }) => play(article, seconds))
  listen('playlist:select', ({ article }) => {
    if (playing && fragmentOf(playing.article) !== fragmentOf(article)) stop()
  })
}

/** YouTube plays nothing for a visitor without a referrer (its error 153). */
function playerFrame({ dataset }: HTMLElement, seconds: number): HTMLIFrameElement {
  const address = new URL(`/embed/${encodeURIComponent(dataset.videoId ?? '')}`, PLAYER_HOST)
  address.search = new URLSearchParams({
    autoplay: '1',
    rel: '0',
    start: String(Math.floor(seconds)),
  }).toString()
  const frame = document.createElement('iframe')
  frame.title = dataset.title ?? ''
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture'
  frame.src = address.href
  return frame
}
