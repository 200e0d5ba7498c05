import type { APIContext } from 'astro'
import { PLAYER_ORIGIN } from '#src/shared/playlist/view.ts'
import theatreBeforePaint from '../islands/player/theatre-before-paint.js?raw'
import { inlineHash } from './inline-hash.ts'

/** Lets a page show the player. The page itself calls it, because its components render after its head. */
export function allowPlaylist(csp: APIContext['csp']): void {
  csp?.insertDirective(`frame-src ${PLAYER_ORIGIN}`)
  csp?.insertScriptHash(inlineHash(theatreBeforePaint))
}
