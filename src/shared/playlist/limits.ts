/** Videos in one request: a device that was offline for long sends several. */
export const CHANGES_AT_ONCE = 50

/** No one comes back with something older to send: it counts as so old. */
export const OLDEST_PROGRESS_MS = 10 * 365 * 24 * 60 * 60 * 1000
