import type { ComponentProps } from 'react'
import type { Group } from '#src/shared/people/groups.ts'

export function GroupSelect({ label, empty, groups, ...select }: GroupSelectProps) {
  return (
    <label className="grid gap-1.5 text-sm font-medium">
      {label}
      <select className="field font-normal" {...select}>
        <option value="">{empty}</option>
        {groups.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

interface GroupSelectProps extends ComponentProps<'select'> {
  label: string
  /** What stands there while none is chosen. */
  empty: string
  groups: readonly Group[]
}
