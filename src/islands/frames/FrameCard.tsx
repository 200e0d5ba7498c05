import { useState, useSyncExternalStore } from 'react'
import { completed } from './completed.ts'
import { FrameHelp } from './FrameHelp.tsx'
import { type FrameView, isCompletedHere } from './model.ts'
import { Skeleton } from './Skeleton.tsx'

/**
 * A page of somebody else's, in a frame. Under it lie the skeleton and the help card, so that whatever the frame does not
 * paint they say; `watch-frames.js` knows when it has come.
 */
export function FrameCard({ id, frame, isShown, isAlone, isLazy, reloads }: Props) {
  const edges = isAlone ? '-mx-4 border-t border-line sm:mx-0 sm:rounded-t-card sm:border-x' : ''
  return (
    <div
      // Loading anew is a new card with a new frame in it.
      key={reloads}
      id={id}
      data-frame-state={frame.isCard ? 'refused' : 'loading'}
      className={`frame-card relative block min-h-80 min-w-0 flex-1 overflow-clip bg-surface ${edges}`}
    >
      <p className="on-paper hidden">
        <b>{frame.title}</b> <a href={frame.href}>{frame.href}</a>
      </p>
      <Skeleton shape={frame.shape} />
      <div role="status" className="under invisible absolute inset-0 grid overflow-y-auto p-4">
        <section
          aria-label={`Help with ${frame.title}`}
          className="m-auto w-full max-w-sm rounded-card border border-line bg-surface p-5 text-ink shadow-float"
        >
          {frame.isCard ? (
            <>
              <p className={HEADING}>It opens in a tab of its own</p>
              {frame.refusesFrames && (
                <p className={REASON}>
                  {new URL(frame.href).hostname} does not let itself be shown inside this page.
                </p>
              )}
            </>
          ) : (
            <>
              <p className={HEADING}>
                <span data-when="late">This is taking long</span>
                <span data-when="offline">You are offline</span>
              </p>
              <p data-when="offline" className={REASON}>
                It loads by itself as soon as there is a connection.
              </p>
            </>
          )}
          <FrameHelp frame={frame} />
        </section>
      </div>
      {!frame.isCard && (
        <>
          {isShown && <LiveFrame id={id} frame={frame} isLazy={isLazy} />}
          {(!isShown || isCompletedHere(frame)) && (
            <noscript>
              <iframe title={frame.title} {...attributesOf(id, frame)} src={frame.src} loading="lazy" />
            </noscript>
          )}
        </>
      )}
    </div>
  )
}

interface Props {
  id: string
  frame: FrameView
  /** It stands in a tab that is, or was, open. */
  isShown: boolean
  /** It reaches to the page's edges. */
  isAlone: boolean
  /** Not in view at first. */
  isLazy: boolean
  /** How often it was loaded anew. */
  reloads: number
}

const HEADING = 'mb-3 text-lg font-semibold'
const REASON = 'mb-3 text-sm text-ink-soft'

function LiveFrame({ id, frame, isLazy }: Pick<Props, 'id' | 'frame' | 'isLazy'>) {
  const [isBuilt] = useState(useIsHydrating())
  const attributes = { ...attributesOf(id, frame), loading: isLazy ? ('lazy' as const) : undefined }
  if (!isCompletedHere(frame)) return <iframe title={frame.title} {...attributes} src={frame.src} />
  if (!isBuilt) return <iframe title={frame.title} {...attributes} src={completed(frame)} />
  // `complete-frames.ts` gives it its address as soon as the page is there, long before this island is awake.
  const { src, provider, prefill, zone } = frame
  return (
    <iframe
      title={frame.title}
      {...attributes}
      data-incomplete={JSON.stringify({ src, provider, prefill, zone })}
    />
  )
}

/** Whether this is, or takes over, what stands in the built page. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
}

function attributesOf(id: string, { sandbox, allow, provider }: FrameView) {
  return {
    name: `${id}-frame`,
    sandbox: sandbox ?? undefined,
    allow: allow || undefined,
    referrerPolicy: 'strict-origin-when-cross-origin' as const,
    className: provider === 'own' ? 'frame own' : 'frame',
  }
}
