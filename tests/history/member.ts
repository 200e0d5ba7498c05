import type { Model } from './linearizable.ts'

/** What there is to know about one member, and what can happen to it at one moment: docs/product.md, Roles, as a machine. */
export function memberModel(initial: Member): Model<Member, Step> {
  return {
    initial,
    take,
    onlyLooks,
    keyOf: ({ status, name, alive }) => `${status} ${name} ${alive.join(',')}`,
  }
}

function take(member: Member, step: Step): readonly Member[] {
  const { status, alive } = member
  const only = (isSo: boolean) => (isSo ? [member] : [])
  switch (step.is) {
    case 'shown':
      return only(
        alive.includes(step.session) &&
          status === step.status &&
          (step.name === undefined || step.name === member.name),
      )
    case 'unknown':
      return only(!alive.includes(step.session))
    case 'status':
      return only(step.oneOf.includes(status))
    case 'begins':
      return [{ ...member, alive: [...alive, step.session].sort((a, b) => a - b) }]
    case 'ends':
      return [keeping(member, (session) => session !== step.session)]
    case 'all end':
      return [keeping(member, (session) => session === step.but || (session === CALENDAR && !step.calendar))]
    case 'decided':
      if (step.from !== undefined && step.from !== status) return []
      return [{ ...member, status: step.to }]
    case 'renamed':
      return status === 'approved' ? [{ ...member, name: step.name }] : []
    case 'either':
      return step.of.flatMap((each) => take(member, each))
  }
}

function onlyLooks(step: Step): boolean {
  if (step.is === 'either') return step.of.every(onlyLooks)
  return step.is === 'shown' || step.is === 'unknown' || step.is === 'status'
}

function keeping(member: Member, isKept: (session: number) => boolean): Member {
  return { ...member, alive: member.alive.filter(isKept) }
}

/** The number of the member's own calendar address among sessions. */
export const CALENDAR = 0

export const everyStatus = ['pending', 'approved', 'denied'] as const

export type Status = (typeof everyStatus)[number]

export interface Member {
  status: Status
  name: string
  /** Sessions by number, and the address of the calendar, in their order. */
  alive: readonly number[]
}

export type Step =
  /** Somebody with this session was shown a page (approved) or the screen of a status. */
  | { is: 'shown'; session: number; status: Status; name?: string | undefined }
  /** Somebody with this session was taken for a stranger. */
  | { is: 'unknown'; session: number }
  | { is: 'status'; oneOf: readonly Status[] }
  | { is: 'begins'; session: number }
  | { is: 'ends'; session: number }
  /** A new password ends the address of the calendar too. */
  | { is: 'all end'; but?: number; calendar?: true }
  | { is: 'decided'; from?: Status; to: Status }
  | { is: 'renamed'; name: string }
  /** One of these, nobody knows which. */
  | { is: 'either'; of: readonly Step[] }
