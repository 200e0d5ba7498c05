import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'

/**
 * A file of the playlist, by its name without ending. null when it cannot be had; an answer for people who may not see it
 * leads elsewhere and counts as that.
 */
export async function fetchJson<Content>(file: string): Promise<Content | null> {
  try {
    const answer = await fetch(`${PLAYLIST_PATH}/${file}.json`, { redirect: 'manual' })
    return answer.ok ? ((await answer.json()) as Content) : null
  } catch {
    return null
  }
}
