import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { fetchFile } from '../fetch-file.ts'

/** A file of the playlist, by its name without ending. null when it cannot be had. */
export function fetchJson<Content>(file: string): Promise<Content | null> {
  return fetchFile(`${PLAYLIST_PATH}/${file}.json`)
}
