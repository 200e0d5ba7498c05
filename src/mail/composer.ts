import { render } from 'react-email'
import { changeEmail } from './change-email.tsx'
import { confirmEmail } from './confirm-email.tsx'
import { deletionRequested } from './deletion-requested.tsx'
import { emailChangeAsked } from './email-change-asked.tsx'
import { emailChanged } from './email-changed.tsx'
import { greetingName } from './greeting-name.ts'
import type { MailWords } from './mail-frame.tsx'
import { membershipApproved } from './membership-approved.tsx'
import { membershipDenied } from './membership-denied.tsx'
import type { Composer, Mailable } from './message.ts'
import { passwordChanged } from './password-changed.tsx'
import { registrationNotice } from './registration-notice.tsx'
import { resetPassword } from './reset-password.tsx'

/** Writes mails whose links lead to this site, and never anywhere a request said. */
export function createComposer(siteUrl: string): Composer {
  return {
    async compose(message) {
      const { subject, body } = words(message, siteUrl)
      const [html, text] = await Promise.all([render(body), render(body, asText)])
      return { to: message.to, subject, html, text }
    },
  }
}

const asText = {
  plainText: true,
  htmlToTextOptions: { selectors: [{ selector: 'h1', options: { uppercase: false } }] },
} as const

function words(message: Mailable, siteUrl: string): MailWords {
  const name = greetingName(message.fullName)
  switch (message.kind) {
    case 'confirm_email':
      return confirmEmail({ name, link: tokenLink(siteUrl, '/confirm-email', message.token) })
    case 'reset_password':
      return resetPassword({ name, link: tokenLink(siteUrl, '/reset-password', message.token) })
    case 'password_changed':
      return passwordChanged({ name, link: `${siteUrl}/auth` })
    case 'change_email':
      return changeEmail({ name, link: `${tokenLink(siteUrl, '/confirm-email', message.token)}&for=address` })
    case 'email_change_asked':
      return emailChangeAsked({ name, link: `${siteUrl}/auth` })
    case 'email_changed':
      return emailChanged({ name })
    case 'deletion_requested':
      return deletionRequested({ name, link: tokenLink(siteUrl, '/keep-account', message.token) })
    case 'membership_approved':
      return membershipApproved({ name, link: `${siteUrl}/auth` })
    case 'registrations':
      return registrationNotice(message)
    case 'membership_denied':
      return membershipDenied({ name })
  }
}

function tokenLink(siteUrl: string, path: string, token: string): string {
  return `${siteUrl}${path}?token=${encodeURIComponent(token)}`
}
