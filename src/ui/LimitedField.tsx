import { codePoints } from '#src/shared/field-limits.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useField } from './form-state.ts'

/** An optional field in a form of saved values, with '12 of 160' once something is in it. */
export function LimitedField({ maxCodePoints, ...field }: FieldProps & { maxCodePoints: number }) {
  const { value } = useField(field.name)
  const counter = value ? `${codePoints(String(value))} of ${maxCodePoints}` : undefined
  return <Field {...field} optional counter={counter} />
}
