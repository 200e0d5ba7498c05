/**
 * Fetches what a press asks for on its first use. When it cannot be had, the page says so (missing-files.js) and the
 * answer is null: a press is never lost without a word, and what somebody is at work on is not reloaded away.
 */
export function fetchPart<Part>(load: () => Promise<Part>): Promise<Part | null> {
  return load().catch(() => {
    dispatchEvent(new Event('lanai:missing-part'))
    return null
  })
}
