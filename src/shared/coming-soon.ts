/* The empty state of a page and of a tab. */

export const comingSoonTitle = 'Nothing here yet'

/** @param comingSoon completes the sentence: 'the recordings'. */
export const comingSoonText = (comingSoon: string) => `We’ll add ${comingSoon} soon.`
