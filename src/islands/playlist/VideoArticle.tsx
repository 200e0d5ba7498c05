import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import { createElement, type KeyboardEvent, type ReactNode } from 'react'
import { clockTime } from '#src/shared/playlist/times.ts'
import { PLAYLIST_PATH, watchUrl, type VideoView, type Words } from '#src/shared/playlist/view.ts'
import { Facade } from './Facade.tsx'
import { PlayerPlace } from './Player.tsx'
import { TranscriptFrame } from './parts.tsx'

/** A video with its player, what can be done with it, and what is said about it. */
export function VideoArticle({
  video,
  where,
  player,
  tools,
  transcript,
  className,
  isOther,
  onKeyDown,
}: ArticleProps) {
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- keys of whatever in it has the focus
    <article
      id={video.fragment}
      data-other={isOther}
      className={`scroll-mt-64 ${className}`}
      onKeyDown={onKeyDown}
    >
      {player}
      <div className="pt-5">
        <p className="text-sm text-ink-soft">{where}</p>
        <h2 className="mt-1 text-xl text-balance wrap-anywhere lg:text-2xl">{video.title}</h2>
        <Facts video={video} />
        {/* What the script brings moves nothing below it. */}
        <div className="mt-4 flex min-h-37 flex-wrap content-start gap-2 max-sm:*:grow sm:min-h-24 lg:min-h-31 xl:min-h-20 noscript:min-h-0">
          {tools}
          <a href={watchUrl(video)} target="_blank" rel="noopener" className="action max-sm:justify-center">
            <Icon drawing={icons.externalLink} className="size-4" />
            Watch on YouTube
          </a>
        </div>
        {video.description && video.description.length > 0 && (
          <div
            data-words
            className="mt-5 grid max-w-[68ch] gap-3 wrap-anywhere [&_a]:text-link [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1 [&_ol]:pl-5 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1 [&_ul]:pl-5"
          >
            <Prose words={video.description} />
          </div>
        )}
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
  transcript: ReactNode
  className: string
  /** Not the one that the page shows first. */
  isOther?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

/** Before the script is here: the address shows them by `:target`, or `choose-before-paint.js` does where it cannot. */
const OTHER = 'hidden target:block data-chosen:block group-has-[article:target]/stage:not-target:hidden'

/** The videos of a page that are not shown first. */
export function OtherVideos({ videos }: { videos: { video: VideoView; where: string }[] }) {
  return videos.map(({ video, where }) => (
    <VideoArticle
      key={video.path}
      video={video}
      where={where}
      className={OTHER}
      isOther
      player={
        <PlayerPlace title={video.title}>
          <Facade video={video} />
        </PlayerPlace>
      }
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

/** A separator belongs to what follows it, and is cut off at the beginning of a line. */
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
      <ul className="-ml-3.5 flex flex-wrap">
        {facts.map((fact, at) => (
          <li key={at} className="relative pl-3.5 before:absolute before:left-1.25 before:content-['·']">
            {fact}
          </li>
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
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
