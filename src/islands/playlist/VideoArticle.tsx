import * as icons from 'lucide'
import { errorText } from '#src/shared/errors.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { NotesCard } from '../notes/NotesCard.tsx'
import { player } from './player/player.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ContinueLink } from './ContinueLink.tsx'
import { Player } from './Player.tsx'
import { Tools } from './Tools.tsx'
import { Transcript } from './Transcript.tsx'
import { whereOf } from './tree.ts'
import { usePlaylistState, useSeconds } from './usePlaylist.ts'

/** The shown video. It stays one element, so that a button in it keeps the focus when the video changes. */
export function VideoArticle() {
  const { playlist } = usePlaylistState()
  const { video } = playlist.shown
  return (
    <article>
      <Player video={video} />
      <div className="min-w-0 pt-5">
        <p className="text-sm text-ink-soft">{whereOf(playlist.cohorts, video)}</p>
        <h2 className="mt-1 text-subheading text-balance wrap-anywhere lg:text-heading">{video.title}</h2>
        <Facts video={video} />
        <div className="@container mt-4 min-h-11 lg:min-h-9">
          <Tools video={video} />
        </div>
        <p role="alert" className="text-sm text-danger">
          {playlist.problem && <span className="mt-2 block">{errorText[playlist.problem]}</span>}
        </p>
        <button type="button" popoverTarget="playlist-list" className="mt-3 video-line w-full md:hidden">
          <Icon drawing={icons.ListVideo} className="text-accent" />
          <span className="font-medium text-ink">All videos</span>
        </button>
        <ContinueLink />
        <Description html={video.description} />
        <Notes video={video} />
        {video.hasTranscript && <Transcript key={video.path} video={video} />}
      </div>
    </article>
  )
}

function Notes({ video }: { video: VideoView }) {
  const { playlist, focusPlayer } = usePlaylistState()
  const seconds = useSeconds()
  const goToNote = (note: Note) => {
    if (note.video === videoKey(video.path)) player.jump(video, note.seconds)
    else playlist.goTo(note.fragment, note.seconds)
  }
  return <NotesCard video={video} seconds={seconds} go={goToNote} leave={focusPlayer} />
}

/** @param html the editors' Markdown as HTML; the content check refuses embed code in it. */
function Description({ html }: { html: string }) {
  if (html === '') return null
  return <div data-words className="prose mt-5" dangerouslySetInnerHTML={{ __html: html }} />
}

function Facts({ video: { speakers, date, durationSeconds } }: { video: VideoView }) {
  const facts = [
    speakers.join(', '),
    date && DAY.format(Date.parse(date)),
    durationSeconds && clockTime(durationSeconds),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return <p className="mt-2 text-sm wrap-anywhere text-ink-soft">{facts.join(' · ')}</p>
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
