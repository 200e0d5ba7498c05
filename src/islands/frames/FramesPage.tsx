import { type ReactNode, useEffect, useReducer } from 'react'
import type { AudienceMark } from '#src/shared/audience.ts'
import type { FrameView, TabView } from '#src/embeds/embed.ts'
import { closeMenus } from '#src/lib/dialogs.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { EmbeddedFrame } from './EmbeddedFrame.tsx'
import { FrameTabs, FrameGrid } from './FrameTabs.tsx'
import { FrameTools } from './FrameTools.tsx'

export default function FramesPage(props: FramesPageProps) {
  useEffect(closeMenusOnFrameFocus, [])
  return (
    <ErrorBoundary>
      <Content {...props} />
    </ErrorBoundary>
  )
}

function Content({ heading, frames, tabs, editLink }: FramesPageProps) {
  const [frame, ...others] = frames
  if (!frame)
    return (
      <>
        <Header {...heading} isTabbed />
        <FrameTabs label={heading.title} tabs={tabs}>
          {editLink}
        </FrameTabs>
      </>
    )
  if (others.length > 0)
    return (
      <>
        <Header {...heading} tools={editLink} />
        <FrameGrid frames={frames} />
      </>
    )
  return <SingleFrame heading={heading} frame={frame} editLink={editLink} />
}

function SingleFrame({
  heading,
  frame,
  editLink,
}: { frame: FrameView } & Pick<FramesPageProps, 'heading' | 'editLink'>) {
  const [loadCount, reload] = useReducer((count: number) => count + 1, 1)
  const tools = (
    <FrameTools frame={frame} onReload={reload}>
      {editLink}
    </FrameTools>
  )
  return (
    <>
      <Header {...heading} tools={tools} />
      <EmbeddedFrame key={loadCount} frame={frame} onReload={reload} isAlone />
    </>
  )
}

function Header({ title, description, note, audience, tools, isTabbed = false }: HeaderProps) {
  return (
    <header
      className={`grid shrink-0 grid-cols-[minmax(0,1fr)_auto] gap-x-6 max-sm:items-center ${isTabbed ? 'mb-2' : 'mb-4'}`}
    >
      <h1 className={`text-subheading max-sm:sr-only lg:text-heading ${isTabbed ? 'sm:pr-36' : ''}`}>
        {title}
        <AudienceLabel audience={audience} />
      </h1>
      {tools && <div className="self-start max-sm:col-start-2 max-sm:row-start-1 sm:row-span-2">{tools}</div>}
      <p
        className={`mt-1 max-w-[90ch] text-sm text-ink-soft max-sm:row-start-1 sm:col-start-1 sm:row-start-2 ${isTabbed ? 'max-sm:min-h-11 max-sm:pr-12 sm:pr-36 xl:pr-72' : ''}`}
      >
        {description}
        {note && <strong className="ml-[0.3em] text-ink">{note}</strong>}
      </p>
    </header>
  )
}

// A click inside a cross-origin frame shows only as a move of the focus, in some browsers later.
function closeMenusOnFrameFocus() {
  const close = () => {
    if (document.activeElement instanceof HTMLIFrameElement) closeMenus()
  }
  const closeLater = () => setTimeout(close)
  addEventListener('blur', closeLater)
  return () => removeEventListener('blur', closeLater)
}

interface FramesPageProps {
  heading: Heading
  frames: FrameView[]
  tabs: TabView[]
  editLink?: ReactNode
}

interface Heading {
  title: string
  description: string
  note?: string | undefined
  audience?: AudienceMark
}

interface HeaderProps extends Heading {
  tools?: ReactNode
  isTabbed?: boolean
}
