import type { Audience, AudienceMark } from '#src/shared/audience.ts'
import { cameraHelp, remedies } from '#src/embeds/remedies.ts'
import type { Embed, Frame, FrameView, TabView } from '#src/embeds/embed.ts'
import type { OpenTab } from '#src/schemas/page-frames.ts'
import { calendarInZone } from '#src/embeds/calendar-zone.ts'

export function frameView({ title, embed, prefill }: Frame, { timezone, contact }: SiteOptions): FrameView {
  return {
    ...embed,
    ...(embed.view && calendarFields(embed, timezone)),
    title,
    prefill,
    contact,
    remedies: embed.opensInNewTab ? [] : [...remedies[embed.provider], ...cameraHelp(embed)],
  }
}

export function tabView(tab: OpenTab, site: SiteOptions, markFor: MarkFor): TabView {
  return {
    ...tab,
    audience: markFor(...tab.audience),
    frames: tab.frames.map((frame) => frameView(frame, site)),
    tabs: tab.tabs.map((innerTab) => tabView(innerTab, site, markFor)),
  }
}

type MarkFor = (...audience: Audience) => AudienceMark

interface SiteOptions {
  timezone: string
  contact: string
}

function calendarFields({ src, href }: Embed, programmeZone: string) {
  const zone = new URLSearchParams(src.split('?')[1]).get('ctz') ?? programmeZone
  return { zone, src: calendarInZone(src, zone), href: calendarInZone(href, zone) }
}
