import { vi } from 'vitest'
import { handleRequest, type Gate } from '#src/server/gate/gate.ts'
import type { HealthDetails } from '#src/server/gate/health.ts'
import type { Member } from '#src/server/member.ts'
import type { FoundSession, Sessions } from '#src/server/vendors/ports.ts'
import { plainMember } from './member.ts'
import { memoryPages } from './pages.ts'

export const SITE = 'https://portal.example'
/** Of the operator, and of Postmark. */
export const SECRET = 'a secret of at least thirty-two letters'
/** Marks every file for members. */
export const CANARY = 'members-only-canary'
const NAME = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'

export const HEALTH: HealthDetails = {
  databaseMs: 3,
  migration: '0024_watching.sql',
  migrations: 21,
  outbox: { waiting: 2, dead: 0, oldestSeconds: 40 },
  sweptSecondsAgo: 600,
}

export const files = {
  '/': `<html><h1>Welcome[[viewer:comma-name]]</h1>${CANARY}</html>`,
  '/leaderboard': `<html>[[viewer:json]]${CANARY}</html>`,
  '/office': `<html>[[permissions:camera=https://a.example,https://b.example;microphone=https://a.example]]${CANARY}</html>`,
  '/search-index.json': JSON.stringify([CANARY, '[[viewer:name]]']),
  '/states/pending': 'Account Pending Approval [[viewer:email]]',
  '/states/unconfirmed': 'Account Pending Approval. Resend email',
  '/states/denied': 'Account Access Denied',
  '/states/unavailable': 'The portal is away[[request:<p>Tell us: *</p>]]',
  '/404': 'Oops! Page not found',
  '/states/missing': `${CANARY} Nothing here`,
  '/people': `<html>The decision ${CANARY}</html>`,
  '/edit': `<html>The editor ${CANARY}</html>`,
  '/edit-sign-in': `<html>The editor’s password ${CANARY}</html>`,
}

/** Who asks, or what fails. */
export type Visitor = Member['approvalStatus'] | 'signed-out' | 'outage'

/** @param next what the host answers; without it the host must not be asked. */
export function visit(
  path: string,
  who: Visitor,
  headers: Record<string, string> = {},
  method = 'GET',
  next: () => Promise<Response> = noNext,
): Promise<Response> {
  return handleRequest(gateFor(who), request(path, who, headers, method), next)
}

export function request(
  path: string,
  who: Visitor,
  headers: Record<string, string> = {},
  method = 'GET',
): Request {
  const cookie: Record<string, string> = who === 'signed-out' ? {} : { cookie: '__Host-session=token' }
  return new Request(SITE + path, { method, headers: { ...cookie, ...headers } })
}

export function gateFor(
  who: Visitor,
  extra: Partial<FoundSession> = {},
): Gate & { lookups: () => unknown[][] } {
  const answer: Sessions['find'] = () => {
    if (who === 'outage') return Promise.reject(new Error('database down'))
    if (who === 'signed-out') return Promise.resolve(null)
    const member = { ...plainMember, fullName: NAME, approvalStatus: who }
    return Promise.resolve({ member, renewedCookie: null, ...extra })
  }
  const find = vi.fn(answer)
  const sql = () => (who === 'outage' ? Promise.reject(new Error('database down')) : Promise.resolve([]))
  return {
    pages: memoryPages(files),
    pagePolicy: "default-src 'self'",
    editPolicy: "default-src 'self' https://api.github.com",
    isOnThisMachine: false,
    deploy: 'd1',
    hasGitHubApp: false,
    connect: () => ({
      siteUrl: SITE,
      healthSecret: SECRET,
      bounceSecret: SECRET,
      retryingSql: sql,
      sessions: { find },
      readHealth: () => sql().then(() => HEALTH),
    }),
    lookups: () => find.mock.calls,
  }
}

export function noNext(): Promise<Response> {
  throw new Error('the host must not be asked')
}
