import { z } from 'zod'
import type { Path } from './source.ts'

/** What may be written at a place of a content file, as its schema says. */
export interface Fields {
  /** The fields known at a place. */
  namesAt: (path: Path) => string[]
  /** What the schema says of a field. */
  describe: (path: Path) => string | undefined
}

export function fieldsOf(schema: z.ZodType): Fields {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema
  const at = (path: Path) =>
    path.reduce<JsonSchema | undefined>(
      (here, step) => (typeof step === 'number' ? here?.items : here?.properties?.[String(step)]),
      root,
    )
  return {
    namesAt: (path) => Object.keys(at(path)?.properties ?? {}),
    describe: (path) => at(path)?.description,
  }
}

interface JsonSchema {
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}
