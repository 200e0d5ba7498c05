/** What can be said in a mail. */
export type Mailable =
  | { kind: 'confirm_email'; to: string; fullName: string | null; token: string }
  | { kind: 'reset_password'; to: string; fullName: string | null; token: string }
  | { kind: 'password_changed'; to: string; fullName: string | null }
  | { kind: 'change_email'; to: string; fullName: string | null; token: string }
  | { kind: 'email_change_asked'; to: string; fullName: string | null }
  | { kind: 'email_changed'; to: string; fullName: string | null }
  | { kind: 'deletion_requested'; to: string; fullName: string | null; token: string }
  | { kind: 'membership_approved'; to: string; fullName: string | null }
  | { kind: 'membership_denied'; to: string; fullName: string | null }
  | { kind: 'registrations'; to: string; fullName: null; people: readonly Registration[] }

export interface Registration {
  email: string
  fullName: string | null
  emailConfirmed: boolean
}

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

/** Writes the words of a mail. Throws when it cannot. */
export interface Composer {
  compose(message: Mailable): Promise<Mail>
}
