import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { gif, jpeg } from '../support/pictures.ts'
import {
  changeEmail,
  choosePicture,
  deleteAccount,
  openAccount,
  saveName,
  signInElsewhere,
  uploadPicture,
} from './account.ts'
import { playerFrame, standInForYouTube } from './player-host.ts'
import { administrator, plantedLink } from './decision-links.ts'
import { anyMember, decide, expect, knownPerson, memberAtHome, newPerson, query } from './portal.ts'
import { badGateway, disown, renameActions, STRANGE_TOKEN, type Way, withAnswer } from './ways.ts'

/** Ways to what is said to members. */
export const waysInside = {
  sign_out_failed: async (page) => {
    await memberAtHome(page)
    const left = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
    await withAnswer(page, badGateway, () => signOut(page))
    await left
  },

  not_signed_in: async (page) => {
    const person = await memberAtHome(page)
    await openAccount(page)
    await query('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      person.email,
    ])
    await saveName(page, 'Kai')
  },
  decided_meanwhile: async (page) => {
    await administrator(page)
    const applicant = await knownPerson('pending')
    await page.goto(await plantedLink(applicant))
    const approve = page.getByRole('button', { name: 'Approve anyway' })
    await expect(approve).toBeVisible()
    await decide(applicant, 'denied')
    await approve.click()
  },
  too_late_to_undo: async (page) => {
    await administrator(page)
    await page.goto(await plantedLink(await knownPerson('pending')))
    await page.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await query(`UPDATE outbox SET sent_at = now(), payload = null WHERE kind = 'membership_decided'`, [])
    await page.getByRole('button', { name: 'Undo' }).click()
  },
  name_empty: async (page) => {
    await openOwnAccount(page)
    await saveName(page, ' \u200b ')
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(errorText.name_empty)
    await expect(page.getByLabel('Full name')).toBeFocused()
  },
  name_too_long: async (page) => {
    await openOwnAccount(page)
    await saveName(page, 'ʻ'.repeat(201))
  },
  profile_update_failed: async (page) => {
    await openOwnAccount(page)
    await withAnswer(page, badGateway, () => saveName(page, 'Kai'))
  },
  page_outdated: async (page) => {
    await openOwnAccount(page)
    await renameActions(page)
    await saveName(page, 'Kai')
    await expect(page.getByLabel('Full name')).toHaveValue('Kai')
  },
  avatar_upload_failed: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await withAnswer(page, badGateway, async () => uploadPicture(page, await jpeg()))
  },
  avatar_too_large: async (page) => {
    await openOwnAccount(page)
    await choosePicture(page, Buffer.concat([await jpeg(), Buffer.alloc(5 * 1024 * 1024)]))
  },
  avatar_wrong_type: async (page) => {
    await openOwnAccount(page)
    await choosePicture(page, await gif())
  },
  avatar_unreadable: async (page) => {
    await openOwnAccount(page)
    await choosePicture(page, Buffer.from('\u{ff}\u{d8}\u{ff} and no more', 'latin1'))
  },
  current_password_wrong: async (page) => {
    await memberAtHome(page)
    await openAccount(page, 'My data')
    await deleteAccount(page, 'not the password')
  },
  email_unchanged: async (page) => {
    const { email, password } = await memberAtHome(page)
    await openAccount(page)
    await changeEmail(page, email, password)
  },
  keep_link_invalid: async (page) => {
    await page.goto(`/keep-account?token=${STRANGE_TOKEN}`)
    await page.getByRole('button', { name: 'Keep my account' }).click()
  },

  video_not_here: (page) => playRefused(page, 150),
  video_site_unknown: (page) => playRefused(page, 153),
  video_gone: (page) => playRefused(page, 100),
  video_broken: (page) => playRefused(page, 5),
  video_unreachable: async (page) => {
    await anyMember(page)
    await page.clock.install()
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.abort())
    await playFirst(page)
    await playerFrame(page).waitFor()
    await page.clock.runFor(15_000)
  },
  link_not_copied: async (page) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await copyLink(page, /^Copy link$/)
  },

  note_too_long: async (page) => {
    await anyMember(page)
    await writeNote(page, 'x'.repeat(2001))
  },
  notes_full: async (page) => {
    const { email } = await memberAtHome(page)
    await query(
      `insert into notes (user_id, id, video, title, fragment, seconds, text, written_at)
       select u.id, gen_random_uuid(), 'cohort-17/week-0/onboarding', 'Onboarding', 'Onboarding', 1, 'Ask', now()
       from users u, generate_series(1, 500) where u.email = $1`,
      [email],
    )
    await writeNote(page, 'One more')
  },
  note_not_kept: async (page) => {
    await anyMember(page)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new Error('switched off')
      }
    })
    await withAnswer(page, 'none', () => writeNote(page, 'Nowhere to go'))
  },

  page_incomplete: async (page) => {
    await anyMember(page)
    await page.route('**/_astro/Sidebar.*.js*', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  },

  signed_out: async (page) => {
    await memberAtHome(page)
    await signOut(page)
  },
  link_copied: async (page) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    await copyLink(page, /^Copy link$/)
  },
  moment_copied: async (page) => {
    await anyMember(page)
    await page.goto('/video-playlist#Onboarding&t=30')
    await copyLink(page, /^Copy link at/)
  },
  profile_updated: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await saveName(page, 'Kai')
  },
  avatar_updated: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await uploadPicture(page, await jpeg())
  },
  avatar_removed: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await uploadPicture(page, await jpeg())
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
  },
  email_change_requested: async (page) => {
    const { password } = await memberAtHome(page)
    await openAccount(page)
    await changeEmail(page, newPerson().email, password)
  },
  session_ended: async (page) => {
    await signInElsewhere(page, await memberAtHome(page))
    await openAccount(page, 'Security')
    await page.getByRole('button', { name: /^End the session of/ }).click()
    await page.getByRole('button', { name: 'End it' }).click()
  },
  other_sessions_ended: async (page) => {
    const person = await memberAtHome(page)
    await signInElsewhere(page, person)
    await signInElsewhere(page, person)
    await openAccount(page, 'Security')
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('button', { name: 'End them' }).click()
  },
  feed_copied: async (page) => {
    await memberAtHome(page)
    await page.context().grantPermissions(['clipboard-write'])
    await openAccount(page, 'Calendar')
    await page.getByRole('button', { name: 'Create my link' }).click()
    await page.getByRole('button', { name: 'Copy' }).click()
  },
  feed_ended: async (page) => {
    await memberAtHome(page)
    await openAccount(page, 'Calendar')
    await page.getByRole('button', { name: 'Create my link' }).click()
    await page.getByRole('button', { name: 'Revoke it…' }).click()
    await page.getByRole('button', { name: 'Revoke it', exact: true }).click()
  },
  data_downloaded: async (page) => {
    await memberAtHome(page)
    await openAccount(page, 'My data')
    await page.getByRole('button', { name: 'Download' }).click()
  },
  deletion_requested: async (page) => {
    const { password } = await memberAtHome(page)
    await openAccount(page, 'My data')
    await deleteAccount(page, password)
  },
  email_change_discarded: async (page) => {
    const { password } = await memberAtHome(page)
    const other = newPerson()
    await openAccount(page)
    await changeEmail(page, other.email, password)
    await disown(page, other)
  },
} satisfies Record<string, Way>

async function openOwnAccount(page: Page): Promise<void> {
  await anyMember(page)
  await page.goto('/')
  await openAccount(page)
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Presses play where YouTube refuses every video with this number. */
async function playRefused(page: Page, code: number): Promise<void> {
  await standInForYouTube(page.context(), code)
  await anyMember(page)
  await playFirst(page)
}

async function playFirst(page: Page): Promise<void> {
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Mark watched' }).filter({ visible: true }).waitFor()
  await page
    .getByRole('link', { name: /^Play / })
    .filter({ visible: true })
    .click()
}

async function writeNote(page: Page, text: string): Promise<void> {
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Mark watched' }).filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: 'Write a note' }).click()
  await page.getByRole('textbox', { name: /^Note at/ }).fill(text)
  await page.getByRole('button', { name: 'Save note' }).click()
}

async function copyLink(page: Page, name: RegExp): Promise<void> {
  await page.context().grantPermissions(['clipboard-write'])
  await page.getByRole('button', { name: 'Share' }).filter({ visible: true }).click()
  await page.getByRole('button', { name }).filter({ visible: true }).click()
}
