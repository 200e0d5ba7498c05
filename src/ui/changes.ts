import { createContext, use, useState } from 'react'

export type Values = Partial<Record<string, string | boolean>>

/**
 * What was changed in a form that shows what the portal has: fields that nobody touched follow the portal, and aren't sent, so that
 * an old form takes nothing back.
 *
 * @param stored undefined for a form without such fields.
 */
export function useChanges(stored: Values | undefined) {
  const [changes, setChanges] = useState<Values>({})
  const change = (name: string, value: string | boolean) =>
    setChanges((now) => {
      const others = Object.entries(now).filter(([other]) => other !== name)
      return Object.fromEntries(value === stored?.[name] ? others : [...others, [name, value]])
    })
  /** Keeps what was changed again while it was sent. */
  const forget = (sent: Values) =>
    setChanges((now) =>
      Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name])),
    )
  return { changes, fields: stored ? { values: { ...stored, ...changes }, change } : null, forget }
}

/** The fields of a form that sends only changes. */
export const ChangingFields = createContext<ReturnType<typeof useChanges>['fields']>(null)

/** The value of this field and what changes it; null in a form that sends all its fields. */
export function useField(name: string) {
  const fields = use(ChangingFields)
  const value = fields?.values[name]
  if (!fields || value === undefined) return null
  return { value, change: (to: string | boolean) => fields.change(name, to) }
}
