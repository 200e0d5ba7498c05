import { Field } from '../ui/Field.tsx'

/** An address, as a keyboard of a phone and a password manager understand it. */
export function EmailField({ error, initial }: Props) {
  return (
    <Field
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      spellCheck={false}
      defaultValue={initial}
      error={error}
    />
  )
}

interface Props {
  error: string | undefined
  /** What stands in it at first. */
  initial?: string
}
