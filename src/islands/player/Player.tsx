import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { errorText } from '#src/shared/errors.ts'
import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'
import { connectFrame, type FrameClient, type FrameListener } from './frame-client.ts'
import { refusalOf, type Refusal } from './refusal.ts'

/**
 * Puts a player into a video's place, over the drawing that stands there. Fetched when somebody presses play.
 *
 * @returns what takes it away again.
 */
export function mountPlayer(place: HTMLElement, props: PlayerProps): () => void {
  const layer = document.createElement('div')
  layer.className = 'playlist-layer'
  place.append(layer)
  const root = createRoot(layer)
  root.render(<Player {...props} />)
  return () => {
    root.unmount()
    layer.remove()
  }
}

function Player({ address, title, watchUrl, connected, heard, refused }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  useEffect(() => {
    if (!frame.current) return
    const refuse = (code: Refusal) => {
      setRefusal(code)
      refused()
    }
    const silence = setTimeout(refuse, ANSWER_WITHIN_MS, 'video_unreachable')
    const client = connectFrame(frame.current, PLAYER_ORIGIN, (message) => {
      clearTimeout(silence)
      if (message.event === 'onError') refuse(refusalOf(message.code))
      else heard(message)
    })
    connected(client)
    return () => {
      clearTimeout(silence)
      client.close()
    }
  }, [connected, heard, refused])

  if (refusal) {
    return (
      <div className="playlist-refusal" role="alert">
        <p>{errorText[refusal]}</p>
        <a href={watchUrl} target="_blank" rel="noopener" className="button-primary">
          Watch on YouTube
        </a>
      </div>
    )
  }
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      // Without a referrer YouTube refuses to play (error 153); with this one it hears our address and no path.
      referrerPolicy="strict-origin-when-cross-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allowFullScreen
    />
  )
}

/** A network that lets nothing of YouTube through says so by silence. */
const ANSWER_WITHIN_MS = 15_000

interface PlayerProps {
  /** What the frame loads. */
  address: string
  title: string
  /** The video on YouTube's own site, for when it cannot be played here. */
  watchUrl: string
  connected: (client: FrameClient) => void
  heard: FrameListener
  /** The video cannot be played, and the person has been told. */
  refused: () => void
}
