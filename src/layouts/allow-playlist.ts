import type { APIContext } from 'astro'
import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'
import { INLINE_SCRIPTS } from '../components/playlist/inline-scripts.ts'
import { inlineHash } from './inline-hash.ts'

/** Lets a page show the playlist. The page itself must say so: its components come after its head. */
export function allowPlaylist(csp: APIContext['csp']): void {
  csp?.insertDirective(`frame-src ${PLAYER_ORIGIN}`)
  for (const script of INLINE_SCRIPTS) csp?.insertScriptHash(inlineHash(script))
}
