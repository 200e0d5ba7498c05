import type { APIContext } from 'astro'
import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'
import chooseBeforePaint from '../../islands/playlist/choose-before-paint.js?raw'
import holdEarlyPress from '../../islands/playlist/hold-early-press.js?raw'
import { inlineHash } from '../../layouts/inline-hash.ts'

/** The scripts that stand in the page, right behind the playlist. */
export const INLINE_SCRIPTS = [chooseBeforePaint, holdEarlyPress]

/** Lets a page show the playlist. The page itself must say so: its components come after its head. */
export function allowPlaylist(csp: APIContext['csp']): void {
  csp?.insertDirective(`frame-src ${PLAYER_ORIGIN}`)
  for (const script of INLINE_SCRIPTS) csp?.insertScriptHash(inlineHash(script))
}
