import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import type { FrameView } from './model.ts'

/** What to try when a frame shows nothing, and the way around it. */
export function FrameHelp({ frame: { trouble, remedies, href } }: { frame: FrameView }) {
  return (
    <>
      {trouble && <p className="mb-2 text-sm text-ink-soft">{trouble}</p>}
      <ul className="grid gap-2 text-sm text-ink-soft">
        {remedies.map((remedy) => (
          <li key={remedy} className="flex gap-2.5">
            <span className="mt-[0.5em] size-1.5 shrink-0 rounded-full bg-lagoon" aria-hidden="true" />
            <span>{remedy}</span>
          </li>
        ))}
      </ul>
      <a href={href} target="_blank" rel="noopener" className="mt-4 button-primary w-full">
        <Icon drawing={icons.externalLink} className="size-4" />
        Open in new tab
      </a>
    </>
  )
}
