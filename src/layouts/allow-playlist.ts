import type { APIContext } from 'astro'
import { PLAYER_ORIGIN } from '#src/shared/playlist/view.ts'

/** Lets a page show the player. The page itself must say so: its components come after its head. */
export function allowPlaylist(csp: APIContext['csp']): void {
  csp?.insertDirective(`frame-src ${PLAYER_ORIGIN}`)
}
