/** A content security policy: sources by directive. */
export type Policy = ReadonlyMap<string, readonly string[]>

/** Directives without a fallback to `default-src`. */
const WITHOUT_DEFAULT = new Set(['base-uri', 'form-action', 'frame-ancestors'])

export function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])))
}

export function writePolicy(policy: Policy): string {
  return [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}

/**
 * The narrowest policy that allows what each of these allows. Other hosts become `https:`, because the header is public and
 * shouldn't reveal which services a programme uses.
 */
export function mergePolicies(policies: readonly Policy[]): Policy {
  const names = new Set(policies.flatMap((policy) => [...policy.keys()]))
  return new Map([...names].map((name) => [name, unionOf(policies.map((policy) => sourcesOf(policy, name)))]))
}

/** Sources of a directive, with the fallback. @throws Error when the policy has neither, which would allow everything. */
function sourcesOf(policy: Policy, name: string): readonly string[] {
  const sources = policy.get(name) ?? (WITHOUT_DEFAULT.has(name) ? undefined : policy.get('default-src'))
  if (!sources) throw new Error(`A page’s policy has no ${name}, but another page’s has.`)
  return sources
}

function unionOf(lists: readonly (readonly string[])[]): string[] {
  const allowed = new Set(lists.flat().map((source) => SCHEME_OF_HOST.exec(source)?.[1] ?? source))
  if (allowed.size > 1) allowed.delete(NONE)
  return [...allowed]
}

const SCHEME_OF_HOST = /^([a-z]+:)\/\//
const NONE = "'none'"
