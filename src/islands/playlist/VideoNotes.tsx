import type { MouseEvent, Ref } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import type { LocalNote } from '../notes/notes.ts'
import { NotesCard, type NotesHandle } from '../notes/NotesCard.tsx'
import { isInFrame } from '../player/playback.ts'
import { opensElsewhere } from '../presses.ts'
import { useScreen } from './screen.ts'

/** The member's notes beside the video that is shown: a new one is about where the player is, else would begin. */
export function VideoNotes({ video, leave, ref }: VideoNotesProps) {
  const screen = useScreen()
  const secondsNow = () => {
    const now = screen.player.playback.get()
    return Math.floor(isInFrame(now) ? now.seconds : screen.startOf())
  }
  const go = (event: MouseEvent, { video: key, fragment, seconds }: LocalNote) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    if (key === videoKey(video.path)) screen.player.jump(video, seconds)
    else screen.goTo(fragment, seconds)
  }
  return <NotesCard video={video} secondsNow={secondsNow} go={go} leave={leave} ref={ref} />
}

interface VideoNotesProps {
  video: VideoView
  leave: () => void
  ref: Ref<NotesHandle>
}
