import { cameraHelp, remedies } from '#src/embeds/remedies.ts'
import type { Embed, Frame } from '#src/embeds/embed.ts'
import type { OpenTab } from '#src/schemas/open-tabs.ts'
import type { FrameView, TabView } from '#src/embeds/frame-view.ts'
import { calendarInZone } from '#src/embeds/calendar-zone.ts'

/**
 * A frame as its page shows it.
 *
 * @param site its zone is that of a calendar whose page names none.
 */
export function frameView({ title, embed, prefill }: Frame, { timezone, contact }: FramingSite): FrameView {
  return {
    ...embed,
    ...(embed.view && onClock(embed, timezone)),
    title,
    prefill,
    isCard: embed.framing !== 'allowed',
    contact,
    remedies: embed.framing === 'allowed' ? [...remedies[embed.provider], ...cameraHelp(embed)] : [],
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
