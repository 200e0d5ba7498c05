import chooseBeforePaint from '../../islands/playlist/choose-before-paint.js?raw'
import holdEarlyPress from '../../islands/playlist/hold-early-press.js?raw'

/** The scripts that stand in the page, right behind the playlist; its policy names them (layouts/allow-playlist.ts). */
export const INLINE_SCRIPTS = [chooseBeforePaint, holdEarlyPress]
