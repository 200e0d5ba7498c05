import type { APIContext } from 'astro'
import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'
import chooseBeforePaint from '../islands/playlist/choose-before-paint.js?raw'
import { inlineHash } from './inline-hash.ts'

/** Lets a page show the playlist. The page itself must say so: its components come after its head. */
export function allowPlaylist(csp: APIContext['csp']): void {
  csp?.insertDirective(`frame-src ${PLAYER_ORIGIN}`)
  csp?.insertScriptHash(inlineHash(chooseBeforePaint))
}
