/**
 * What a JSON file of the vault holds. null when it cannot be had; an answer for people who may not see it leads elsewhere
 * and counts as that.
 */
export async function fetchFile<Content>(path: string): Promise<Content | null> {
  try {
    const answer = await fetch(path, { redirect: 'manual' })
    return answer.ok ? ((await answer.json()) as Content) : null
  } catch {
    return null
  }
}
