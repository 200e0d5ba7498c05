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
    path.reduce<JsonSchema>(
      (here, step) => merged(typeof step === 'number' ? here.items : here.properties?.[String(step)]),
      merged(root),
    )
  return {
    namesAt: (path) => Object.keys(at(path).properties ?? {}),
    describe: (path) => at(path).description,
  }
}

/** Of several kinds of one thing: the fields of all of them. */
function merged(schema: JsonSchema = {}): JsonSchema {
  const kinds = schema.anyOf ?? schema.oneOf ?? []
  return {
    ...schema,
    properties: Object.assign(
      {},
      schema.properties,
      ...kinds.map(({ properties }) => properties),
    ) as JsonSchema['properties'] & object,
  }
}

interface JsonSchema {
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}
