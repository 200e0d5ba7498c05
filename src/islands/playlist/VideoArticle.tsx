import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import { createElement, type KeyboardEvent, type ReactNode } from 'react'
import { clockTime } from '#src/shared/playlist/times.ts'
import { PLAYLIST_PATH, watchUrl, type VideoView, type Words } from '#src/shared/playlist/view.ts'
import { wallAt } from '#src/shared/wall.ts'
import { NotesRoom } from '../notes/NotesCard.tsx'
import { Facade } from './Facade.tsx'
import { PlayerPlace } from './Player.tsx'
import { TranscriptFrame } from './parts.tsx'

/** A video with its player, what can be done with it, and what is said about it. */
export function VideoArticle({
  video,
  where,
  player,
  tools,
  notes,
  transcript,
  className,
  isOther,
  onKeyDown,
}: ArticleProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of whatever in it has the focus
    <article
      id={video.fragment}
      data-other={isOther}
      className={`scroll-mt-64 ${className}`}
      onKeyDown={onKeyDown}
    >
      {player}
      <div id={isOther ? undefined : 'shown-video'} className="pt-5">
        <p className="text-sm text-ink-soft">{where}</p>
        <h2 className="mt-1 text-xl text-balance wrap-anywhere lg:text-2xl">{video.title}</h2>
        <Facts video={video} />
        <div className="@container mt-4 min-h-11 lg:min-h-9">
          {tools}
          <a
            href={watchUrl(video)}
            target="_blank"
            rel="noopener"
            className="action hidden noscript:inline-flex"
          >
            <Icon drawing={icons.externalLink} className="size-4" />
            Watch on YouTube
          </a>
        </div>
        {video.description && video.description.length > 0 && (
          <div data-words className="video-words">
            <Prose words={video.description} />
          </div>
        )}
        {notes}
        {transcript}
      </div>
    </article>
  )
}

interface ArticleProps {
  video: VideoView
  /** Its cohort and week. */
  where: string
  player: ReactNode
  tools?: ReactNode
  notes?: ReactNode
  transcript: ReactNode
  className: string
  /** Not the one that the page shows first. */
  isOther?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The videos of a page that are not shown first. */
export function OtherVideos({ videos }: { videos: { video: VideoView; where: string }[] }) {
  return videos.map(({ video, where }) => (
    <VideoArticle
      key={video.path}
      video={video}
      where={where}
      className="other-video"
      isOther
      player={
        <PlayerPlace title={video.title}>
          <Facade video={video} />
        </PlayerPlace>
      }
      notes={<NotesRoom />}
      transcript={
        video.hasTranscript && (
          <TranscriptFrame>
            <TranscriptLink video={video} />
          </TranscriptFrame>
        )
      }
    />
  ))
}

export function TranscriptLink({ video }: { video: VideoView }) {
  return (
    <p className="px-4 pb-4 text-sm">
      <a className="text-link" href={`${PLAYLIST_PATH}/${video.path}`}>
        Read the transcript
      </a>
    </p>
  )
}

function Facts({ video: { speakers, date, durationSeconds } }: { video: VideoView }) {
  const facts = [
    speakers.length > 0 ? speakers.join(', ') : null,
    date === null ? null : <time dateTime={date}>{dayOf(date)}</time>,
    durationSeconds === null ? null : (
      <time dateTime={`PT${durationSeconds}S`}>{clockTime(durationSeconds)}</time>
    ),
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <div className="mt-2 overflow-hidden text-sm text-ink-soft">
      <ul className="video-facts">
        {facts.map((fact, at) => (
          <li key={at}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

function Prose({ words }: { words: Words }) {
  return words.map((word, at) => {
    if (typeof word === 'string') return word
    const [tag, attributes, held] = word
    return createElement(
      tag,
      { ...attributes, key: at },
      held.length > 0 ? <Prose words={held} /> : undefined,
    )
  })
}

function dayOf(date: string): string {
  const day = wallAt(Date.parse(date), 0)
  return `${day.month} ${day.date}, ${date.slice(0, 4)}`
}
