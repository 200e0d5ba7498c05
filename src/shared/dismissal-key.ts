/** The progress key of what a member has put away on home, done once it is. It has the form of a video's, beside which it is saved. */
export const dismissalKey = (name: string): string => `dismissed/home/${name}`

/** No announcement has this name, because files of the content don't begin with a hyphen. */
export const BANNER_DISMISSAL = dismissalKey('-banner')
