import type { ComponentProps } from 'react'
import { watchUrl, type VideoView } from '#src/shared/playlist/view.ts'

/**
 * What stands in the player's place until somebody presses play: drawn here, so that no other site hears of the visit.
 * Without a script it is a link to the video.
 */
export function Facade({ video, isCovered = false, isLow = false, ...link }: FacadeProps) {
  const { x, y } = sunOf(video.path)
  return (
    <a
      href={watchUrl(video)}
      target="_blank"
      rel="noopener"
      inert={isCovered}
      className="absolute inset-0 block -outline-offset-4"
      {...link}
    >
      <svg
        viewBox="0 0 320 180"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <circle cx={x} cy={y} r="17" className="fill-porch-sun" />
        <use href="#playlist-bay" />
      </svg>
      {!isCovered && (
        <span className={`play-sign ${isLow ? 'max-[479px]:top-2/5' : ''}`}>
          <svg aria-hidden="true">
            <use href="#playlist-play" />
          </svg>
        </span>
      )}
      <span className="sr-only">Play {video.title}</span>
    </a>
  )
}

interface FacadeProps extends Pick<ComponentProps<'a'>, 'onClick'> {
  video: VideoView
  /** A player is over it, or on its way. */
  isCovered?: boolean
  /** Something at its foot needs room where there is little. */
  isLow?: boolean
}

/** Something that differs from week to week: where the sun stands. */
function sunOf(path: string): { x: number; y: number } {
  const hour = Number(/\/(\d+)/.exec(path)?.[1] ?? 0) % 14
  return { x: 90 + hour * 10, y: 84 - Math.round(Math.sin((hour / 13) * Math.PI) * 44) }
}
