import type { Embed, ProviderId } from './embed.ts'
import { capturePermissions } from './permissions.ts'

const google = [
  'Signed out of Google? Open this in a new tab, sign in, then reload.',
  'Signed in to several Google accounts? The first one is used here. Open this in a new tab and switch to the account the programme knows.',
  'No access? Ask the programme team to share it with your email address.',
]

const sharedByLink = (where: string) => [
  `It may no longer be shared in ${where}, or its link may have changed. Open it in a new tab to check, then tell the programme team.`,
  'A content blocker may be stopping it. Allow this site, then reload.',
]

/** What usually helps when a provider's frame stays empty, the most likely first. Each ends in something to do. */
export const remedies: Record<ProviderId, readonly string[]> = {
  own: ['Try reloading.'],
  airtable: sharedByLink('Airtable'),
  google,
  'google-calendar': google,
  'google-forms': [
    'The form may need you to sign in to Google. Open it in a new tab and sign in.',
    'Signed in to several Google accounts? Open it in a new tab and switch to the right one.',
  ],
  youtube: [
    'The video may be private, or its owner doesn’t allow it on other sites. Watch it in a new tab.',
    'Your network or a content blocker may be stopping it. Try another network, then reload.',
  ],
  typeform: sharedByLink('Typeform'),
  notion: sharedByLink('Notion'),
  web: [
    'Some sites can’t be shown inside another. Open it in a new tab.',
    'A content blocker may be stopping it. Allow this site, then reload.',
  ],
}

/** For what may record members: a form, or a page that isn't known. */
export function cameraHelp(embed: Embed): string[] {
  if (capturePermissions(embed).length > 0)
    return ['Camera or microphone blocked? Allow it beside the browser’s address, then reload.']
  const mayRecord = embed.provider !== 'google-forms' && embed.sandbox?.includes('allow-forms')
  return mayRecord
    ? ['It can’t use your camera, microphone or screen here. If it needs one, open it in a new tab.']
    : []
}
