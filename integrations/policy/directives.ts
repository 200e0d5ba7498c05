/** A content security policy: the sources of each directive. */
export type Policy = ReadonlyMap<string, readonly string[]>

/** Directives to which `default-src` does not extend. */
const WITHOUT_DEFAULT = new Set(['base-uri', 'form-action', 'frame-ancestors'])

export function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])))
}

export function writePolicy(policy: Policy): string {
  return [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}

/**
 * The narrowest policy that allows what each of these allows, but for one thing: the hosts of other sites become
 * `https:`, because everybody is sent this policy and may not read in it which services a programme uses.
 */
export function mergePolicies(policies: readonly Policy[]): Policy {
  const names = new Set(policies.flatMap((policy) => [...policy.keys()]))
  return new Map([...names].map((name) => [name, unionOf(policies.map((policy) => sourcesOf(policy, name)))]))
}

/** What a policy says about a directive, be it by its default. Where it says nothing, everything is allowed. */
function sourcesOf(policy: Policy, name: string): readonly string[] {
  const sources = policy.get(name) ?? (WITHOUT_DEFAULT.has(name) ? undefined : policy.get('default-src'))
  if (!sources) throw new Error(`A page's policy says nothing about ${name}, which another one's does.`)
  return sources
}

function unionOf(lists: readonly (readonly string[])[]): string[] {
  const allowed = new Set(lists.flat().map((source) => SCHEME_OF_HOST.exec(source)?.[1] ?? source))
  if (allowed.size > 1) allowed.delete(NONE)
  return [...allowed]
}

const SCHEME_OF_HOST = /^([a-z]+:)\/\//
const NONE = "'none'"
