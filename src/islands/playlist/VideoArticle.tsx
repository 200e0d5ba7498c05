import * as icons from 'lucide'
import type { Note } from '#src/shared/notes/note.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { NotesCard } from '#src/islands/notes/NotesCard.tsx'
import { ErrorText } from '#src/ui/Alert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Player } from './Player.tsx'
import { Transcript } from './Transcript.tsx'
import { VideoTools } from './VideoTools.tsx'
import { startSecond, useProgress } from './useProgress.ts'
import { breadcrumbOf, allVideos, adjacentVideo } from './tree.ts'
import { usePlaylistContext } from './usePlaylist.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { onPlainClick } from '#src/lib/clicks.ts'

// One element for all videos, so that a button in it keeps the focus when the video changes.
export function VideoArticle({ editUrlTemplate }: { editUrlTemplate: string }) {
  const { cohorts, selection, isHydrated } = usePlaylistContext()
  const { video } = selection
  return (
    <article>
      <Player video={video} />
      <div className="min-w-0 pt-5">
        <div className="flex justify-between gap-4">
          <p className="text-sm text-ink-soft">{breadcrumbOf(cohorts, video)}</p>
          {/* In the HTML of the build, the gate hasn't filled in the template yet. */}
          {isHydrated && editUrlTemplate && <EditLink href={editUrl(editUrlTemplate, video)} />}
        </div>
        <h2 className="mt-1 text-subheading text-balance wrap-anywhere lg:text-heading">{video.title}</h2>
        <VideoDetails video={video} />
        <div className="@container mt-4 min-h-11 lg:min-h-9">
          <VideoTools video={video} />
        </div>
        <ProgressProblem />
        <button
          type="button"
          popoverTarget="playlist-list"
          className="mt-3 flex min-h-11 w-full items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 text-sm md:hidden"
        >
          <Icon icon={icons.ListVideo} className="text-accent" />
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

function EditLink({ href }: { href: string }) {
  return (
    <a href={href} title="Edit this page" className="page-tool -my-2 -mr-2">
      <Icon icon={icons.PenLine} />
      <span>Edit this page</span>
    </a>
  )
}

function editUrl(template: string, { path }: VideoView): string {
  const [cohort = '', ...rest] = path.split('/')
  return template.replace('{cohort}', cohort).replace('{video}', rest.join('/'))
}

function ProgressProblem() {
  const problem = useProgress((progress) => progress.problem)
  return (
    <div role="alert" className="text-sm text-danger">
      {problem && (
        <p className="mt-2">
          <ErrorText code={problem} />
        </p>
      )}
    </div>
  )
}

function Notes({ video }: { video: VideoView }) {
  const { selection, player, selectVideo, focusPlayer } = usePlaylistContext()
  const getSeconds = () => player.$second.get() ?? Math.floor(startSecond(video, selection.linkedSeconds))
  const goToNote = (note: Note) => {
    if (note.video === videoKey(video.path)) player.jump(video, note.seconds)
    else selectVideo(note.fragment, note.seconds)
  }
  return <NotesCard video={video} getSeconds={getSeconds} goToNote={goToNote} onEnd={focusPlayer} />
}

/** Leads to the video to continue with or, if it is selected already, to the one after it. Only videos of loaded cohorts count. */
function ContinueLink() {
  const { cohorts, selection, selectVideo } = usePlaylistContext()
  const records = useProgress((progress) => progress.records)
  const loadedVideos = new Map(allVideos(cohorts).map((video) => [videoKey(video.path), video]))
  const loadedRecords = new Map([...records].filter(([progressKey]) => loadedVideos.has(progressKey)))
  const suggestion = continueWith(loadedRecords, [...loadedVideos.keys()])
  const suggested = suggestion && loadedVideos.get(suggestion.video)
  const isSelected = suggested?.path === selection.video.path
  const next = suggested && isSelected ? adjacentVideo(cohorts, suggested, 1) : null
  const video = isSelected ? next : suggested
  if (!video) return null
  const { fragment, title } = video
  return (
    <a
      href={writeHash({ fragment, seconds: null })}
      className="mt-3 flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 text-sm hover:border-edge"
      onClick={onPlainClick(() => selectVideo(fragment, null, 'continue'))}
    >
      <svg className="size-4.5 shrink-0 text-accent" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">
        {labelFor({ isNext: isSelected, hasStarted: loadedRecords.size > 0 })}
      </span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">{title}</span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">
        {!isSelected && suggestion?.seconds ? clockTime(suggestion.seconds) : ''}
      </span>
    </a>
  )
}

function labelFor({ isNext, hasStarted }: Record<'isNext' | 'hasStarted', boolean>): string {
  if (isNext) return 'Up next'
  return hasStarted ? 'Continue' : 'Start'
}

// The HTML is safe: it is the editors' Markdown, in which the content check refuses embed code.
function Description({ html }: { html: string }) {
  if (html === '') return null
  return <div data-words className="prose mt-5" dangerouslySetInnerHTML={{ __html: html }} />
}

function VideoDetails({ video: { speakers, date, durationSeconds } }: { video: VideoView }) {
  const details = [
    speakers.join(', '),
    date && DAY.format(Date.parse(date)),
    durationSeconds && clockTime(durationSeconds),
  ].filter(Boolean)
  if (details.length === 0) return null
  return <p className="mt-2 text-sm wrap-anywhere text-ink-soft">{details.join(' · ')}</p>
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
