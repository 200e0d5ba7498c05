import type { KeyboardEvent } from 'react'
import { commandFor, type VideoCommand } from '../player/keys.ts'
import { isInFrame } from '../player/playback.ts'
import { player, usePlayer } from '../player/player.ts'
import { usePlaylistState } from './usePlaylist.ts'

/** The video's shortcuts (keys.ts), as the `onKeyDown` of what has them. */
export function useVideoKeys() {
  const { playlist, start, place } = usePlaylistState()
  const { playback, preferences } = usePlayer()
  const commands: Record<VideoCommand, (by: number) => void> = {
    toggle: () => (isInFrame(playback) ? player.toggle() : player.play(playlist.shown.video, start)),
    seek: player.seekBy,
    step: playlist.step,
    captions: () => player.setCaptions(!preferences.captions),
    theatre: () => player.setTheatre(!preferences.theatre),
    fullscreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (document.fullscreenEnabled) void place.current?.requestFullscreen()
    },
    note: () => {
      // The notes can't be seen in full screen.
      if (document.fullscreenElement) void document.exitFullscreen()
      document.getElementById('write-note')?.click()
    },
  }
  return (event: KeyboardEvent) => {
    const command = event.defaultPrevented ? null : commandFor(event, isInFrame(playback))
    if (!command) return
    event.preventDefault()
    commands[command.name](command.by)
  }
}
