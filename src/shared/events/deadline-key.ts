/** The key of a deadline's tick: the event's name, and the day of one of its starts. No video has such a key. */
export const DEADLINE_KEY = /^due\/[a-z0-9-]+\/\d{4}-\d{2}-\d{2}$/

/** @param day on the programme's calendar: 2025-06-05. */
export const deadlineKey = (event: string, day: string): string => `due/${event}/${day}`
