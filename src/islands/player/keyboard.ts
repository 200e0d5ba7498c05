import type { Playback } from './playback.ts'

/**
 * The keys people know from YouTube, while the focus is on the video and what is said about it: a single letter that
 * worked everywhere would get in the way of people who speak to their computer (WCAG 2.2, 2.1.4).
 */
export function listenToKeys(stage: HTMLElement, playback: Playback, page: PageKeys): void {
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (!(event.target instanceof HTMLElement) || isTyping(event.target)) return
    const article = event.target.closest<HTMLElement>('[data-video]')
    if (!article || (event.key === ' ' && isPressedBySpace(event.target))) return
    const act = actionFor(event, article)
    if (!act) return
    event.preventDefault()
    act()
  })

  function actionFor({ key, shiftKey }: KeyboardEvent, article: HTMLElement): (() => void) | null {
    if (shiftKey && key === 'N') return page.next
    if (shiftKey && key === 'P') return page.previous
    if (shiftKey) return null
    if (playback.articlePlaying() !== article) return key === 'k' ? () => page.play(article) : null
    switch (key) {
      case ' ':
      case 'k':
        return () => playback.toggle()
      case 'ArrowLeft':
        return () => playback.seekBy(-5)
      case 'ArrowRight':
        return () => playback.seekBy(5)
      case 'j':
        return () => playback.seekBy(-10)
      case 'l':
        return () => playback.seekBy(10)
      case 'c':
        return page.toggleCaptions
      case 'f':
        return () => toggleFullscreen(article)
      default:
        return null
    }
  }
}

function toggleFullscreen(article: HTMLElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void article.querySelector('[data-player]')?.requestFullscreen()
}

function isTyping(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches('input, textarea, select')
}

function isPressedBySpace(element: HTMLElement): boolean {
  return element.closest('button, summary, [role=button]') !== null
}

interface PageKeys {
  play: (article: HTMLElement) => void
  next: () => void
  previous: () => void
  toggleCaptions: () => void
}
