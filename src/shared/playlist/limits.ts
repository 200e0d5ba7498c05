/** Videos in one request: a device that was offline for long sends several. */
export const CHANGES_AT_ONCE = 50
