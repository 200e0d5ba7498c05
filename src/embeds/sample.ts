import type { CalendarView, Embed, Shape } from './embed.ts'

/** The documents in `src/content/samples`, which stand in for a programme's own, and what they look like. */
export const samples = {
  leaderboard: 'table',
  'weekly-update-form': 'form',
  'onboarding-video': 'video',
  'onboarding-intake': 'form',
  'company-intake': 'form',
  'founder-intake': 'form',
  companies: 'board',
  founders: 'board',
  investors: 'table',
  'vc-firms': 'table',
  'investor-outreach': 'table',
  'investor-form': 'form',
  talent: 'board',
  studio: 'document',
  interns: 'board',
  'all-mentors': 'board',
  'lead-mentors': 'board',
  'request-mentor': 'form',
  'calendar-agenda': 'calendar',
  'calendar-month': 'calendar',
  'calendar-week': 'calendar',
  'office-hours': 'table',
  feedback: 'form',
  curriculum: 'document',
  library: 'list',
  tools: 'board',
  perks: 'board',
  'cohort-progress': 'board',
} as const satisfies Record<string, Shape>

export type SampleName = keyof typeof samples

export const sampleNames = Object.keys(samples) as [SampleName, ...SampleName[]]

/** A sample document is served by this site itself, to members only. */
export function sampleEmbed(name: SampleName): Embed {
  const path = `/samples/${name}`
  return {
    provider: 'sample',
    src: path,
    href: path,
    shape: samples[name],
    // With its own origin it could take the sandbox off; with none its fonts, scripts and sign-in would be refused.
    sandbox: null,
    allow: '',
    subscribeUrl: sampleViews[name] ? SAMPLE_CALENDAR_FILE : null,
    view: sampleViews[name],
  }
}

/** The sample calendars' events, for a calendar of one's own. */
const SAMPLE_CALENDAR_FILE = '/samples/calendar.ics'

const sampleViews: Partial<Record<SampleName, CalendarView>> = {
  'calendar-agenda': 'agenda',
  'calendar-month': 'month',
  'calendar-week': 'week',
}
