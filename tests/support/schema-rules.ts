import type { z } from 'zod'

/** Every rule of a schema, by the path of the field that it is about; the schema itself is ''. */
export function rulesOf(schema: z.core.$ZodType, path = ''): Rule[] {
  const def = schema._zod.def as Def
  const checks = [...(def.check ? [def] : []), ...(def.checks ?? []).map((check) => check._zod.def)]
  const own = checks.flatMap(({ check, format }) =>
    check === undefined || check === 'overwrite' ? [] : [{ path, rule: format ?? check }],
  )
  return [...own, ...within(def, path)]
}

export interface Rule {
  path: string
  rule: string
}

function within(def: Def, path: string): Rule[] {
  if (def.type === 'object') {
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
      const at = path ? `${path}.${name}` : name
      const isNeeded = field._zod.optin !== 'optional' && field._zod.def.type !== 'default'
      return [...(isNeeded ? [{ path: at, rule: 'needed' }] : []), ...rulesOf(field, at)]
    })
  }
  if (def.type === 'array' && def.element) return rulesOf(def.element, `${path}[]`)
  if (def.type === 'enum' || def.type === 'literal') return [{ path, rule: 'choice' }]
  if (def.type === 'record') return [{ path, rule: 'names and values' }]
  if (def.type === 'template_literal') return [{ path, rule: 'regex' }]
  if (def.type === 'pipe' && def.in && def.out) {
    // What comes before a schema makes its value ready; what comes after reads it, and may refuse.
    const reads = def.out._zod.def.type === 'transform' ? [{ path, rule: 'read' }] : []
    return [...rulesOf(def.in, path), ...reads, ...rulesOf(def.out, path)]
  }
  return def.innerType ? rulesOf(def.innerType, path) : []
}

/** What is read of zod's own definitions. */
interface Def {
  type: string
  check?: string
  format?: string
  checks?: { _zod: { def: { check?: string; format?: string } } }[]
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
}
