import type { ProviderId } from './embed.ts'

/** What usually helps when a provider's frame stays empty, most likely first. */
export function remediesFor(provider: ProviderId): readonly string[] {
  return remedies[provider]
}

const google = [
  'Signed out of Google? Open it in a new tab, sign in, then reload.',
  'More than one Google account? We can only show the first. Open it in a new tab and choose the one you use here.',
  'No access? Ask us to share it with your email address.',
]

const sharedByLink = (where: string) => [
  `It may have moved, or is no longer shared. Open it in a new tab to see what ${where} says, then let us know.`,
  'A content blocker may be stopping it. Allow this site, then reload.',
]

const remedies = {
  own: ['Try reloading.'],
  airtable: sharedByLink('Airtable'),
  'google-calendar': google,
  'google-docs': google,
  'google-sheets': google,
  'google-slides': google,
  'google-drive': google,
  'google-forms': [
    'You may need to sign in to Google. Open the form in a new tab and sign in there.',
    'More than one Google account? Open the form in a new tab and choose the right one.',
  ],
  youtube: [
    'The owner may have made the video private or turned off embedding. Watch it in a new tab.',
    'Your network or a content blocker may be blocking video. Try another network, then reload.',
  ],
  typeform: sharedByLink('Typeform'),
  notion: sharedByLink('Notion'),
  miro: [
    'You may need to sign in to Miro. Open the board in a new tab and sign in there.',
    ...sharedByLink('Miro'),
  ],
  web: [
    "Some sites can't be shown inside others. Open it in a new tab.",
    'A content blocker may be stopping it. Allow this site, then reload.',
  ],
} as const satisfies Record<ProviderId, readonly string[]>
