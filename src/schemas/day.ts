/** What is wrong with a written day, for a schema: that no calendar has it, or the sentence given. */
export function dayError(sentence: string) {
  return ({ input }: { input?: unknown }): string => {
    const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(typeof input === 'string' ? input : '') ?? []
    return day && !isDay(day) ? `No calendar has ${day}. ${sentence}` : sentence
  }
}

/** Whether a calendar has it: 2025-06-31 would be a day of July. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
