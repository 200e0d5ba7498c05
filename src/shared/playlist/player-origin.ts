/** YouTube's host that sets no cookie before somebody plays. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'
