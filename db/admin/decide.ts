import { userInfo } from 'node:os'
import type { ClientBase } from 'pg'
import { describeError } from '../describe-error.ts'
import { formatTable } from './table.ts'
import { UsageError, type Report, type Verb, type VerbInput } from './verb.ts'

export const approve = decisionVerb({
  status: 'approved',
  help: `Usage: npm run admin -- approve EMAIL… [--reason TEXT] [--json]

Lets the members with these addresses in, from their next sign-in or request on.
All or none: when one address is unknown, nothing changes. Approving again changes and records nothing.

  --reason TEXT   kept with the decision
  --json          print the outcome as JSON
  --help          print this`,
})

export const deny = decisionVerb({
  status: 'denied',
  help: `Usage: npm run admin -- deny EMAIL… [--reason TEXT] [--json]

Turns the members with these addresses away; it takes effect at their very next request.
All or none: when one address is unknown, nothing changes. Denying again changes and records nothing.

  --reason TEXT   kept with the decision, not shown to the member
  --json          print the outcome as JSON
  --help          print this`,
})

function decisionVerb({ status, help }: { status: Status; help: string }): Verb {
  return {
    help,
    prepare(input) {
      if (input.emails.length === 0)
        throw new UsageError(`Say whose: at least one e-mail address.\n\n${help}`)
      return async (client) => report(await decideAll(client, status, input))
    },
  }
}

async function decideAll(client: ClientBase, status: Status, input: VerbInput): Promise<Decision[]> {
  const decisions: Decision[] = []
  try {
    for (const email of input.emails) decisions.push(await decide(client, status, email, input.reason))
  } catch (cause) {
    throw new Error(`${describeError(cause)}. Nothing was changed.`, { cause })
  }
  return decisions
}

async function decide(client: ClientBase, status: Status, email: string, reason: string | null) {
  const { rows } = await client.query<Decision>(
    `select email, full_name as "fullName", from_status as "from", to_status as "to"
     from decide_membership($1, $2, $3, $4)`,
    [email, status, reason, actor()],
  )
  const [decision] = rows
  if (!decision) throw new Error(`The decision about "${email}" gave no answer.`)
  return decision
}

/** Who is remembered as having decided. */
function actor(): string {
  return `admin cli (${systemUser()})`
}

/** A container may run as a number that has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown user'
  }
}

function report(decisions: Decision[]): Report {
  return {
    json: decisions.map((decision) => ({ ...decision, changed: hasChanged(decision) })),
    text: (columns) => formatTable(['e-mail', 'name', 'decision'], decisions.map(toCells), columns),
  }
}

function toCells(decision: Decision): string[] {
  const { email, fullName, from, to } = decision
  return [email, fullName ?? '', hasChanged(decision) ? `${from} → ${to}` : `was ${to} already`]
}

function hasChanged({ from, to }: Decision): boolean {
  return from !== to
}

type Status = 'approved' | 'denied'

interface Decision {
  email: string
  fullName: string | null
  from: string
  to: string
}
