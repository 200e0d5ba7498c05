import type { ProviderId } from './embed.ts'

/** What usually helps when a provider's frame stays empty, most likely first. Each ends in something to do. */
export function remediesFor(provider: ProviderId): readonly string[] {
  return remedies[provider]
}

const google = [
  'Signed out of Google? Open it in a new tab, sign in there, then reload this frame.',
  'Several Google accounts in this browser? The frame uses the first one: open it in a new tab and choose the account the programme knows.',
  'No access? Ask the programme team to share it with your address.',
]

const sharedByLink = (where: string) => [
  `Its sharing may have been switched off or its address changed in ${where}: open it in a new tab to see what it says, and tell the programme team.`,
  'A content blocker can stop frames: allow this site, then reload the frame.',
]

const remedies = {
  own: ['It comes from this portal itself: reload the frame, or the whole page.'],
  airtable: sharedByLink('Airtable'),
  'google-calendar': google,
  'google-docs': google,
  'google-sheets': google,
  'google-slides': google,
  'google-drive': google,
  'google-forms': [
    'The form may want you to be signed in to Google: open it in a new tab and sign in there.',
    'Several Google accounts in this browser? Open it in a new tab and choose the right one.',
  ],
  youtube: [
    'The owner may have made the video private or switched embedding off: watch it in a new tab.',
    'Some networks and content blockers stop video players: try another network, then reload the frame.',
  ],
  typeform: sharedByLink('Typeform'),
  notion: sharedByLink('Notion'),
  miro: [
    'Some boards want you to be signed in to Miro: open it in a new tab and sign in there.',
    ...sharedByLink('Miro'),
  ],
  web: [
    'Some sites do not let themselves be shown inside another: open it in a new tab.',
    'A content blocker can stop frames: allow this site, then reload the frame.',
  ],
} as const satisfies Record<ProviderId, readonly string[]>
