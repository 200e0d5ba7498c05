import { marked, played, resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { listen } from '../playlist/events.ts'
import { fragmentOf, readScreen, type Screen } from '../playlist/page.ts'
import { goTo } from '../playlist/select.ts'
import { createKeeper } from '../progress/keeper.ts'
import { openLocal } from '../progress/local.ts'
import { askPortal, tellPortal, tellPortalInPassing } from '../progress/portal.ts'
import { readViewer } from '../read-viewer.ts'
import { isSomebodyElse } from '../signed-in.ts'
import { signedOutSinceLoad } from '../signed-out.ts'
import { showContinue } from './continue-link.ts'
import { listenToKeys } from './keyboard.ts'
import { keyOf, showMarks } from './marks.ts'
import { findNeighbour, hasNeighbour } from './neighbours.ts'
import { showOffer, type Offer } from './offer.ts'
import { createPlayback, type PlaybackMoment } from './playback.ts'
import { copyLink } from './share.ts'
import { createTools } from './tools.ts'

/** Makes the playlist's videos play, and remembers where. Call it before anything is selected. */
export function startPlayer(): void {
  const screen = readScreen()
  const parts = [...(screen?.stage.querySelectorAll<HTMLElement>('[data-tool-part]') ?? [])]
  if (screen && parts.length > 0) wire(screen, parts)
}

function wire(screen: Screen, toolParts: HTMLElement[]): void {
  let shown: HTMLElement | null = null
  /** The moment that a link named; the video begins there, whatever else is known. */
  let linked: number | null = null
  let cameByLink = false

  const keeper = createKeeper({
    local: openLocal(readViewer().email),
    portal: { ask: askPortal, tell: tellPortal, tellInPassing: tellPortalInPassing },
    clock: Date.now,
    isOver: () => signedOutSinceLoad() || isSomebodyElse(),
    changed: show,
  })
  const playback = createPlayback(keep)
  const tools = createTools(toolParts, {
    mark: (isWatched) => {
      if (shown) update(shown, (known, now) => marked(known, isWatched, now), 'now')
    },
    copyLink: () => copy(null),
    copyMoment: () => copy(shown && (playback.secondsOf(shown) ?? linked ?? positionOf(shown))),
    setSpeed: (speed) => playback.setSpeed(speed),
    setCaptions: (on) => playback.setCaptions(on),
    previous: () => void step(-1),
    next: () => void step(1),
  })
  listenToKeys(screen.stage, playback, {
    play: (article) => playback.play(article, startOf(article)),
    previous: () => void step(-1),
    next: () => void step(1),
    toggleCaptions: () => tools.toggleCaptions(),
  })

  listen('playlist:select', ({ article, seconds, cause }) => {
    if (article !== shown) playback.stop()
    // A hit or a link to another moment of what plays.
    else if (seconds !== null && playback.articlePlaying() === article) playback.play(article, seconds)
    shown = article
    linked = seconds
    cameByLink = cause === 'load'
    tools.moveTo(article)
    show()
  })
  listen('playlist:play', ({ article, seconds }) => {
    playback.play(article, seconds ?? startOf(article))
    focusPlayer(article)
  })
  listen('playlist:jump', ({ article, seconds }) => playback.play(article, seconds))
  listen('playlist:time', ({ seconds }) => tools.showMoment(seconds))
  listen('playlist:loaded', show)
  playOnContinue()
  tellOnLeaving()

  // After the first picture: what other devices told the portal changes ticks, not what is read first.
  requestAnimationFrame(() => setTimeout(() => void keeper.meet()))

  function show(): void {
    showMarks(screen, keeper.entries)
    void showContinue(screen, keeper.entries)
    if (!shown) return
    const [article, known] = [shown, keeper.entries.get(keyOf(shown))]
    const isPlaying = playback.articlePlaying() === article
    if (!isPlaying) {
      showOffer(article, offerOf(known), (seconds) => {
        playback.play(article, seconds)
        focusPlayer(article)
      })
      tools.showMoment(linked ?? positionOf(article))
    }
    const fragment = fragmentOf(article)
    tools.show({
      isWatched: known?.watched ?? false,
      hasPrevious: hasNeighbour(screen, fragment, -1),
      hasNext: hasNeighbour(screen, fragment, 1),
    })
  }

  /** The moment a link or a hit named goes before the one that is known. */
  function offerOf(known: Known | undefined): Offer | null {
    if (linked !== null) return linked > 0 ? { verb: 'Play from', seconds: linked, seenPart: null } : null
    const seconds = known ? resumeAt(known) : null
    if (!known || seconds === null) return null
    const { durationSeconds } = known
    return { verb: 'Resume at', seconds, seenPart: durationSeconds && seconds / durationSeconds }
  }

  function keep({ article, positionSeconds, durationSeconds, how }: PlaybackMoment): void {
    const known = keeper.entries.get(keyOf(article))
    const isSameSecond = known?.positionSeconds === Math.floor(positionSeconds)
    if (how === 'going' && isSameSecond) return
    update(
      article,
      (before, now) => played(before, { positionSeconds, durationSeconds }, now),
      how === 'going' ? 'soon' : 'now',
    )
  }

  function update(
    article: HTMLElement,
    change: (known: Known, now: number) => Known,
    when: 'now' | 'soon',
  ): void {
    keeper.update(keyOf(article), change, when)
  }

  /** By a link a video begins at the moment it names, or at the start; else where the member was. */
  function startOf(article: HTMLElement): number {
    if (article === shown && linked !== null) return linked
    return article === shown && cameByLink ? 0 : positionOf(article)
  }

  function positionOf(article: HTMLElement): number {
    const known = keeper.entries.get(keyOf(article))
    return known ? (resumeAt(known) ?? 0) : 0
  }

  function copy(seconds: number | null): void {
    if (shown) void copyLink(screen.path, { fragment: fragmentOf(shown), seconds })
  }

  async function step(by: -1 | 1): Promise<void> {
    const fragment = shown && (await findNeighbour(screen, fragmentOf(shown), by))
    if (fragment) goTo(fragment, null)
  }

  /** Whoever presses 'Continue' wants to watch. */
  function playOnContinue(): void {
    screen.root.querySelector<HTMLAnchorElement>('[data-continue]')?.addEventListener('click', (event) => {
      const link = event.currentTarget as HTMLAnchorElement
      const seconds = Number(link.dataset.continue)
      if (event.ctrlKey || event.metaKey || event.shiftKey || !seconds) return
      const stop = listen('playlist:select', ({ article }) => {
        stop()
        playback.play(article, seconds)
      })
      if (link.hash !== location.hash) return
      event.preventDefault()
      goTo(decodeURIComponent(link.hash.slice(1)), null)
    })
  }

  function tellOnLeaving(): void {
    const leave = () => {
      playback.report()
      keeper.tellInPassing()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) leave()
    })
    addEventListener('online', () => void keeper.tell())
  }
}

/** So that the keys work from now on. */
function focusPlayer(article: HTMLElement): void {
  article.querySelector<HTMLElement>('[data-player]')?.focus({ preventScroll: true })
}
