import type { Email, ProofForm, ResetPasswordForm, SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { createAccountData } from './adapters/account-data.ts'
import { createAccounts } from './adapters/accounts.ts'
import { argon2 } from './vendors/argon2.ts'
import { createAvatarStore } from './vendors/blobs.ts'
import { boundedHasher } from './adapters/bounded-hasher.ts'
import { createCredentials } from './adapters/credentials.ts'
import { createDevices } from './sign-in/known-browsers.ts'
import { createConfirmations, createPasswordResets } from './adapters/email-tokens.ts'
import { fairSessions } from './sessions/bounded-lookups.ts'
import { createKeyedLock } from './adapters/keyed-lock.ts'
import { createLuciaSessions } from './vendors/lucia.ts'
import { createSql, type Sql } from './vendors/neon.ts'
import { createPostmark } from './vendors/postmark.ts'
import { createProfiles } from './members/profile.ts'
import { randomHex } from './tokens.ts'
import { createProgressBook } from './adapters/progress-book.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createRemains } from './adapters/remains.ts'
import { inBursts } from './adapters/report-bursts.ts'
import { createSessionList } from './sessions/session-list.ts'
import { createSharpPictures } from './vendors/sharp.ts'
import { newSignUpCookie } from './adapters/sign-up-cookie.ts'
import { createSignUpProofs } from './adapters/sign-up-proofs.ts'
import { createWebhook } from './vendors/webhook.ts'
import {
  confirmEmail,
  discardSignUp,
  resendConfirmation,
  type ConfirmEmailResult,
  type DiscardResult,
} from './sign-up/confirm-email.ts'
import type { Limit, RateLimits, SessionCookie, TooManyAttempts, Visitor } from './vendors/ports.ts'
import {
  proveSignUp,
  setSignUpPassword,
  type ProofResult,
  type SetSignUpPasswordResult,
} from './sign-up/prove-sign-up.ts'
import { requestPasswordReset, resetPassword, type ResetPasswordResult } from './sign-in/reset-password.ts'
import { signIn, type Browser, type SignInResult } from './sign-in/sign-in.ts'
import { signOut } from './auth/sign-out.ts'
import { signUp, type SignUpResult } from './sign-up/sign-up.ts'
import { readDeliveryEnv, readEnv, type DeliveryEnv, type Env } from './env.ts'
import { log } from './log.ts'
import { createAccount, type Account } from './members/account.ts'
import { deliverOutbox, type DeliveryDeps, type Tally } from './outbox/deliver-outbox.ts'
import type { Webhook } from './outbox/ports.ts'
import { sweep, type Swept } from './sweep/sweep.ts'
import { createProgress, type Progress } from './progress/progress.ts'

/** Long enough for a database that has to wake up first, short enough to answer a person. */
const QUERY_TIMEOUT_MS = 8000

const NOTICE_SECONDS = { each: null, hourly: 60 * 60, daily: 24 * 60 * 60 } as const

/** Two of the four threads that files and names are read on too, and a queue that is done within seconds. */
const HASHING = { atOnce: 2, waiting: 64 }

/** Composition root of actions and functions. Made at the first call: a build imports this and has no secrets. */
export function app(): App {
  made ??= createApp(readEnv(process.env))
  return made
}

let made: App | undefined

/** Everything the product can do, over the services that the environment names. */
export function createApp(env: Env): App {
  const sql = createSql(env, QUERY_TIMEOUT_MS)
  const sessions = fairSessions(createLuciaSessions(sql), Date.now)
  const deps = {
    accounts: createAccounts(sql),
    passwords: boundedHasher(argon2, HASHING),
    sessions,
    confirmations: createConfirmations(sql),
    signUpProofs: createSignUpProofs(sql),
    passwordResets: createPasswordResets(sql),
    devices: createDevices(sql),
    rateLimits: createLimits(sql),
    clock: Date.now,
    newSignUpCookie,
  }
  const account = createAccount({ ...deps, ...createAccountDeps(sql) })
  const remains = createRemains(sql, () => account.sweep())

  return {
    account,
    progress: createProgress({ ...deps, book: createProgressBook(sql) }),
    signUp: (form, visitor) => signUp(deps, form, visitor),
    confirmEmail: (token, browser) => confirmEmail(deps, token, browser),
    discardSignUp: (token) => discardSignUp(deps, token),
    proveSignUp: (form, visitor) => proveSignUp(deps, form, visitor),
    setSignUpPassword: (form, visitor) => setSignUpPassword(deps, form, visitor),
    resendConfirmation: (email, visitor) => resendConfirmation(deps, email, visitor),
    signIn: (form, browser) => signIn(deps, form, browser),
    signOut: (token) => signOut(deps, token),
    requestPasswordReset: (email, visitor) => requestPasswordReset(deps, email, visitor),
    resetPassword: (form, visitor) => resetPassword(deps, form, visitor),
    blankSessionCookie: () => sessions.blankCookie(),
    peekAttempt: (limit, subject) => deps.rateLimits.peek(limit, subject),
    // Read here and not at the start: without a mail provider people can still sign in.
    deliverOutbox: async (limits) =>
      deliverOutbox(await createDelivery(sql, readDeliveryEnv(process.env)), limits),
    sweep: (limits) => sweep({ remains, clock: Date.now }, limits),
  }
}

function createAccountDeps(sql: Sql) {
  const profiles = createProfiles(sql)
  return {
    profiles,
    pointers: profiles,
    avatars: createAvatarStore(),
    pictures: createSharpPictures(),
    decodeLock: createKeyedLock(),
    credentials: createCredentials(sql),
    sessionList: createSessionList(sql),
    accountData: createAccountData(sql),
    randomHex,
    report: (code: string, error: unknown) => {
      log('error', { code, error })
    },
  }
}

async function createDelivery(sql: Sql, env: DeliveryEnv): Promise<DeliveryDeps> {
  // The mails bring React along, for deliveries only.
  const [{ createComposer }, { createOutbox }] = await Promise.all([
    import('#src/mail/composer.ts'),
    import('./outbox/outbox.ts'),
  ])
  return {
    outbox: createOutbox(sql),
    composer: createComposer(env.SITE_URL),
    mailer: createPostmark({
      token: env.POSTMARK_SERVER_TOKEN,
      apiUrl: env.POSTMARK_API_URL,
      from: env.MAIL_FROM,
    }),
    webhook: createWebhookOf(env),
    admins: env.ADMIN_EMAILS
      ? { emails: env.ADMIN_EMAILS, periodSeconds: NOTICE_SECONDS[env.ADMIN_NOTICES] }
      : null,
    clock: Date.now,
    chance: Math.random,
    report: ({ code, error, ...facts }) => {
      log('error', { code, facts: { alarm: true, ...facts }, ...(error !== undefined && { error }) })
    },
  }
}

function createWebhookOf({
  WEBHOOK_URL,
  WEBHOOK_SECRET,
  WEBHOOK_ALLOW_LOOPBACK,
}: DeliveryEnv): Webhook | null {
  if (!WEBHOOK_URL || !WEBHOOK_SECRET) return null
  const allowLoopback = WEBHOOK_ALLOW_LOOPBACK === '1'
  return createWebhook({ url: WEBHOOK_URL, secret: WEBHOOK_SECRET, allowLoopback, clock: Date.now })
}

function createLimits(sql: Sql): RateLimits {
  const report = (error: unknown, times: number) => {
    log('error', { code: 'limits_unavailable', facts: { times }, error })
  }
  return createRateLimits(sql, inBursts(Date.now, report))
}

export interface App {
  /** What members do about their own account. */
  account: Account
  /** How far members are with the videos. */
  progress: Progress
  signUp(form: SignUpForm, visitor: Visitor): Promise<SignUpResult>
  confirmEmail(token: string, browser: { signUpToken: string | null }): Promise<ConfirmEmailResult>
  discardSignUp(token: string): Promise<DiscardResult>
  proveSignUp(form: ProofForm, visitor: Visitor): Promise<ProofResult>
  setSignUpPassword(form: ResetPasswordForm, visitor: Visitor): Promise<SetSignUpPasswordResult>
  resendConfirmation(email: Email, visitor: Visitor): Promise<{ ok: true } | TooManyAttempts>
  signIn(form: SignInForm, browser: Browser): Promise<SignInResult>
  signOut(token: string | null): Promise<void>
  requestPasswordReset(email: Email, visitor: Visitor): Promise<{ ok: true } | TooManyAttempts>
  resetPassword(form: ResetPasswordForm, visitor: Visitor): Promise<ResetPasswordResult>
  /** Takes the session away from the browser; its name is the name of every session cookie. */
  blankSessionCookie(): SessionCookie
  /** Whether an attempt is left; counts nothing. */
  peekAttempt(limit: Limit, subject: string): Promise<{ ok: true } | TooManyAttempts>
  /** Sends mail that is due. Safe to call at any time, by any number of callers at once. */
  deliverOutbox(limits: { withinMs: number }): Promise<Tally>
  /** Removes what means nothing any more. Safe at any time, any number of times at once. */
  sweep(limits: { withinMs: number }): Promise<Swept>
}
