import { remedies } from '../embeds/remedies.ts'
import type { Embed, Frame } from '../embeds/embed.ts'
import { knownTrouble, type HealthReport } from '../embeds/health.ts'
import type { OpenTab } from '../embeds/open-tabs.ts'
import type { FrameView, TabView } from '../islands/frames/frame-view.ts'
import { calendarInZone } from '../islands/frames/zone.ts'

/** What the last `npm run check:embeds` found. Not for islands: their scripts are public, and this has members' addresses. */
const reports = import.meta.glob<HealthReport>('../content/embed-health.json', {
  eager: true,
  import: 'default',
})
const [report] = Object.values(reports)

/**
 * A frame as its page shows it, with what was found out about it.
 *
 * @param site its zone is that of a calendar whose page names none.
 */
export function frameView({ title, embed, prefill }: Frame, { timezone, contact }: FramingSite): FrameView {
  const refusesFrames = embed.framing === 'refused' || knownTrouble(embed.src, report)?.status === 'refuses'
  const isCard = refusesFrames || embed.framing === 'unknown'
  return {
    ...embed,
    ...(embed.view && onClock(embed, timezone)),
    title,
    prefill,
    isCard,
    refusesFrames,
    trouble: lastSeen(embed),
    contact,
    remedies: embed.framing === 'allowed' ? remedies[embed.provider] : [],
  }
}

export function tabView(tab: OpenTab, site: FramingSite): TabView {
  return {
    ...tab,
    frames: tab.frames.map((frame) => frameView(frame, site)),
    tabs: tab.tabs?.map((each) => tabView(each, site)) ?? null,
  }
}

interface FramingSite {
  timezone: string
  contact: string
}

function onClock({ src, href }: Embed, programmeZone: string) {
  const zone = new URLSearchParams(src.split('?')[1]).get('ctz') ?? programmeZone
  return { zone, src: calendarInZone(src, zone), href: calendarInZone(href, zone) }
}

function lastSeen({ src }: Embed): string | undefined {
  const trouble = knownTrouble(src, report)
  return trouble && report && `Our check on ${report.checkedAt.slice(0, 10)} found that it ${trouble.detail}.`
}
