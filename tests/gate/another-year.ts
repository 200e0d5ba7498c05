import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'

/** A programme some years on, by path below `src/content`: two more cohorts, its own addresses, and news. */

/** Every address has this in it, and nothing else has. */
export const SIGN = 'kanari'

export const REFUSING = 'https://kanari-founders.lanai.dev/table'

export const embeds: Record<string, string> = {
  leaderboard: 'https://airtable.com/appKanari1234567/shrKanariTable123',
  'weekly-updates': 'https://airtable.com/appKanari1234567/pagKanariForm1234/form',
  onboarding: 'https://youtu.be/kanari_vid1',
  'onboarding-intake': 'https://kanari-forms.typeform.com/to/KanariTf',
  'company-intake-form': 'https://docs.google.com/forms/d/e/1FAIpQLSkanari/viewform',
  calendar: 'https://calendar.google.com/calendar/u/0?cid=a2FuYXJpQGV4YW1wbGUub3Jn',
  'office-hour-signup': 'https://docs.google.com/spreadsheets/d/1kanariSheet/edit#gid=7',
  curriculum: 'https://docs.google.com/document/d/1kanariDocument/edit',
  library: 'https://drive.google.com/drive/folders/1kanariFolder',
  perks: 'https://kanari-perks.notion.site/Perks-0123456789abcdef0123456789abcdef',
  tools: 'https://miro.com/app/board/kanariBoard=/',
  companies: 'https://kanari-companies.lanai.dev/table',
  founders: REFUSING,
}

/** Days from now. What names none is old: a copy of the project has no history. */
const published: Record<string, number> = { perks: -1, tools: 1, library: -10 }

export function anotherYear(): Record<string, string> {
  return { ...pages(), ...playlist(), ...announcements() }
}

function pages(): Record<string, string> {
  const page = (lines: string[]) => ['title: A page', 'description: What it is for.', ...lines, ''].join('\n')
  const files = Object.entries(embeds).map(([name, address]) => {
    const days = published[name]
    const text = page([
      `embed: ${address}`,
      ...(address.includes('.lanai.dev/') ? ['frame: true'] : []),
      ...(days === undefined ? [] : [`published: ${onTheWall(days)}`]),
    ])
    return [`pages/${name}.yaml`, name === 'perks' ? text.replace('A page', 'Perks') : text]
  })
  const health = {
    checkedAt: '2025-06-02T12:00:00.000Z',
    addresses: {
      [REFUSING]: { status: 'refuses', detail: 'refuses frames (X-Frame-Options: DENY)' },
      'https://kanari-companies.lanai.dev/table': { status: 'gone', detail: 'doesn’t exist (404)' },
    },
  }
  return {
    ...(Object.fromEntries(files) as Record<string, string>),
    'pages/lead-mentors.yaml': page(['adds: the lead mentors']),
    'embed-health.json': JSON.stringify(health),
  }
}

function playlist(): Record<string, string> {
  const group = (title: string) => `---\ntitle: ${title}\n---\n`
  const video = (title: string, more = '') =>
    `---\ntitle: '${title}'\nvideoId: SAMPLE-0101\n${more}---\n\nA session.\n`
  const files: Record<string, string> = {
    'playlist/cohort-16/index.md': group('Cohort 16'),
    'playlist/cohort-16/01-week-1/index.md': group('Week 1'),
    'playlist/cohort-16/01-week-1/01-talk-story.md': video('Talk Story at Dusk'),
    'playlist/cohort-16/01-week-1/01-talk-story.vtt': 'WEBVTT\n\n01:01.000 --> 01:04.000\nThe roses.\n',
    'playlist/cohort-16/01-week-1/02-goodbyes.md': video('Goodbyes'),
    'playlist/cohort-18/index.md': group('Cohort 18'),
    'playlist/cohort-18/06-week-6/index.md': group('Week 6'),
    'playlist/cohort-18/03-week-3/00-setting-sail.md': video('Setting Sail', `published: ${onTheWall(-2)}\n`),
    'playlist/cohort-19/index.md': group('Cohort 19'),
    'playlist/cohort-19/01-week-1/index.md': group('Week 1'),
  }
  for (let week = 1; week <= 5; week++) {
    const folder = `playlist/cohort-18/0${week}-week-${week}`
    files[`${folder}/index.md`] = group(`Week ${week}`)
    for (let n = 1; n <= 2; n++)
      files[`${folder}/0${n}-session-${week}-${n}.md`] = video(`Session ${week}.${n}`)
  }
  return files
}

function announcements(): Record<string, string> {
  const announcement = (title: string, from: number, until: number) =>
    `---\ntitle: ${title}\nfrom: ${onTheWall(from)}\nuntil: ${onTheWall(until)}\n---\n\nSee the [calendar](/calendar).\n`
  return {
    'announcements/rehearsal.md': announcement('Rehearsal on Friday', -1, 1),
    'announcements/name-tag.md': announcement('Wear a name tag', -5, 5),
    'announcements/over.md': announcement('Lunch is served', -9, -8),
    'announcements/coming.md': announcement('Next week', 6, 9),
  }
}

/** A day and a time on the programme's clock, so many days from now. Honolulu knows no summer time. */
function onTheWall(days: number): string {
  return new Date(Date.now() + days * DAY_MS - 10 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
}
