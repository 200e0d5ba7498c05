import type { Embed, Shape } from './embed.ts'
import { SAMPLES_PREFIX } from '../shared/paths.ts'

/** What pages show until they have a document of the programme; src/samples/documents holds what each one says. */
export const samples: readonly Embed[] = [
  sample('all-mentors', 'table'),
  { ...sample('calendar-agenda', 'calendar'), view: 'agenda' },
  { ...sample('calendar-month', 'calendar'), view: 'month' },
  { ...sample('calendar-week', 'calendar'), view: 'week' },
  sample('cohort-progress', 'table'),
  sample('companies', 'table'),
  sample('company-intake', 'form'),
  sample('curriculum', 'document'),
  sample('feedback', 'form'),
  sample('founder-intake', 'form'),
  sample('founders', 'table'),
  sample('interns', 'table'),
  sample('investor-form', 'form'),
  sample('investor-outreach', 'table'),
  sample('investors', 'table'),
  sample('lead-mentors', 'table'),
  sample('leaderboard', 'table'),
  sample('library', 'table'),
  sample('office-hours', 'table'),
  sample('onboarding-intake', 'form'),
  sample('onboarding-video', 'video'),
  sample('perks', 'table'),
  sample('request-mentor', 'form'),
  sample('studio', 'document'),
  sample('talent', 'table'),
  sample('tools', 'table'),
  sample('vc-firms', 'table'),
  sample('weekly-update-form', 'form'),
]

function sample(name: string, shape: Shape): Embed {
  const path = SAMPLES_PREFIX + name
  return {
    provider: 'own',
    framing: 'allowed',
    src: path,
    href: path,
    shape,
    // With `allow-same-origin` a sandbox protects nothing; without it, fonts and the session cookie are refused.
    sandbox: null,
    allow: '',
    subscribeUrl: null,
  }
}
