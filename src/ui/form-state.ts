import { createContext, use, useState } from 'react'

export type FormValues = Partial<Record<string, string | boolean>>

export const FormContext = createContext<FormState>({ errors: {}, values: null, setValue: () => undefined })

/** The errors of one field, and its value; undefined if the input is uncontrolled. */
export function useField(name: string) {
  const { errors, values, setValue } = use(FormContext)
  return {
    errors: errors[name],
    value: values?.[name],
    setValue: (value: string | boolean) => setValue(name, value),
  }
}

/**
 * Tracks what was changed in a form of saved values. Only that is submitted, so that a form which was opened long ago overwrites
 * nothing else.
 */
export function useDirtyFields(savedValues: FormValues | undefined) {
  const [dirtyFields, setDirtyFields] = useState<FormValues>({})
  const setValue = (name: string, value: string | boolean) =>
    setDirtyFields((fields) => {
      const others = Object.entries(fields).filter(([other]) => other !== name)
      return Object.fromEntries(value === savedValues?.[name] ? others : [...others, [name, value]])
    })
  // Fields that were changed again during the request stay dirty.
  const markSaved = (submitted: FormValues) =>
    setDirtyFields((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== submitted[name])),
    )
  return { dirtyFields, values: savedValues ? { ...savedValues, ...dirtyFields } : null, setValue, markSaved }
}

interface FormState {
  errors: Partial<Record<string, string[]>>
  /** null if the inputs are uncontrolled. */
  values: FormValues | null
  setValue: (name: string, value: string | boolean) => void
}
