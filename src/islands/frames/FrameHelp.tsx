import * as icons from 'lucide'
import type { FrameView } from '#src/embeds/embed.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { usePageUrl } from './usePageUrl.ts'

export function FrameHelp({ frame, reason }: { frame: FrameView; reason: keyof typeof titles }) {
  const isOffline = reason === 'offline'
  return (
    <>
      <p key={reason} className="mb-3 text-lg font-semibold">
        {titles[reason]}
      </p>
      {isOffline && (
        <p className="mb-3 text-sm text-ink-soft">We’ll load this page once you’re back online.</p>
      )}
      <ul className="grid list-disc gap-2 pl-4 text-sm text-ink-soft marker:text-accent">
        {frame.remedies.map((remedy) => (
          <li key={remedy}>{remedy}</li>
        ))}
      </ul>
      {/* Whoever asked for help has the link among the tools. */}
      {reason !== 'asked' && !isOffline && (
        <a href={frame.href} target="_blank" rel="noopener" className="button-primary mt-4 w-full">
          <Icon icon={icons.ExternalLink} className="size-4" />
          Open in new tab
        </a>
      )}
      {!isOffline && <ReportLink frame={frame} />}
    </>
  )
}

function ReportLink({ frame: { title, contact } }: { frame: FrameView }) {
  const pageUrl = usePageUrl()
  const subject = encodeURIComponent(`${title} doesn’t work`)
  const body = pageUrl && encodeURIComponent(`\n\nPage: ${pageUrl}\nBrowser: ${navigator.userAgent}`)
  return (
    <a href={`mailto:${contact}?subject=${subject}&body=${body}`} className="button-quiet mt-3 w-full">
      Report a problem
    </a>
  )
}

const titles = {
  asked: 'Having trouble?',
  late: 'This is taking longer than usual',
  offline: 'You’re offline',
  refused: 'Opens in a new tab',
}
