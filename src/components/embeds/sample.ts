import type { CalendarView, Embed, Shape } from './embed.ts'

/** The documents in `src/content/samples`, which stand in for a programme's own, and what they look like. */
export const samples = {
  leaderboard: 'table',
  'weekly-update-form': 'form',
  'onboarding-video': 'video',
  'onboarding-intake': 'form',
  'company-intake': 'form',
  'founder-intake': 'form',
  companies: 'table',
  founders: 'table',
  investors: 'table',
  'vc-firms': 'table',
  'investor-outreach': 'table',
  'investor-form': 'form',
  talent: 'table',
  studio: 'document',
  interns: 'table',
  'all-mentors': 'table',
  'lead-mentors': 'table',
  'request-mentor': 'form',
  'calendar-agenda': 'calendar',
  'calendar-month': 'calendar',
  'calendar-week': 'calendar',
  'office-hours': 'table',
  feedback: 'form',
  curriculum: 'document',
  library: 'list',
  tools: 'table',
  perks: 'table',
  'cohort-progress': 'table',
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
    sandbox: 'allow-same-origin allow-scripts allow-forms',
    allow: '',
    subscribeUrl: null,
    view: sampleViews[name],
  }
}

const sampleViews: Partial<Record<SampleName, CalendarView>> = {
  'calendar-agenda': 'agenda',
  'calendar-month': 'month',
  'calendar-week': 'week',
}
