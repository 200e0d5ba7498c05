/* eslint-disable jsx-a11y-x/no-redundant-roles, jsx-a11y-x/no-interactive-element-to-noninteractive-role -- browsers take its roles from a table that is laid out otherwise */
import type { Group } from '#src/shared/people/groups.ts'
import { Form } from '#src/ui/Form.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { availableDecisions } from './person-actions.ts'
import {
  runPersonAction,
  formatColumns,
  personColumns,
  displayName,
  type Person,
  formatWarnings,
  statusLabels,
} from './person.ts'
import { personHref } from './people-url.ts'

export function PeopleTable({
  people,
  ...rowProps
}: Omit<RowProps, 'person'> & { people: readonly Person[] }) {
  const [first] = people
  return (
    <table
      role="table"
      aria-label={first && statusLabels[first.status]}
      className="mt-2 w-full text-left text-sm **:scroll-mt-28 **:scroll-mb-44 max-md:block"
    >
      <thead role="rowgroup" className="max-xl:hidden">
        <tr role="row">
          {rowProps.selectedIds && <HeaderCell label="Select" isHidden />}
          <HeaderCell label="Person" />
          {first &&
            personColumns(first, rowProps.groups).map(({ label }) => (
              <HeaderCell key={label} label={label} />
            ))}
          {first?.status === 'pending' && <HeaderCell label="Decide" isHidden />}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {people.map((person) => (
          <Row key={person.id} person={person} {...rowProps} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ person, groups, selectedIds, onSelect }: RowProps) {
  return (
    <tr
      role="row"
      className="border-t border-line hover:bg-ink-wash max-md:grid max-md:grid-cols-[auto_1fr] max-md:py-1.5"
    >
      {selectedIds && (
        <td role="cell" className="w-11">
          <label className="grid size-11 place-items-center">
            <input
              type="checkbox"
              className="checkbox size-5"
              aria-label={`Select ${displayName(person)}`}
              checked={selectedIds.includes(person.id)}
              onChange={({ target }) => onSelect(person.id, target.checked)}
            />
          </label>
        </td>
      )}
      <td role="cell" className="wrap-anywhere max-md:col-start-2">
        <PersonLink person={person} groups={groups} />
      </td>
      {personColumns(person, groups).map(({ label, value }) => (
        <td
          key={label}
          role="cell"
          className="max-w-40 px-2 py-1 wrap-break-word text-ink-soft max-xl:hidden"
        >
          {value}
        </td>
      ))}
      {person.status === 'pending' && (
        <td role="cell" className="py-1 max-md:col-start-2 max-md:pl-13">
          {/* A refusal stands below the buttons, as wide as they are, so that they keep their places. */}
          <div className="flex flex-wrap justify-end gap-x-2 max-md:justify-start [&_[role=alert]]:order-last [&_[role=alert]]:w-0 [&_[role=alert]]:min-w-full [&_[role=alert]>p]:mt-2 [&_form]:contents [&_form>div]:contents">
            {availableDecisions(person)
              .filter(({ action }) => action === 'approve' || action === 'deny')
              .map(({ action, label }) => (
                <Form
                  key={action}
                  onSubmit={() => runPersonAction([person], action)}
                  isCompact
                  variant="quiet"
                  submitLabel={label}
                  srSuffix={displayName(person)}
                />
              ))}
          </div>
        </td>
      )}
    </tr>
  )
}

function HeaderCell({ label, isHidden = false }: { label: string; isHidden?: boolean }) {
  return (
    <th
      scope="col"
      role="columnheader"
      className="sticky top-0 z-10 bg-paper px-2 py-2 font-medium whitespace-nowrap text-ink-soft"
    >
      <span className={isHidden ? 'sr-only' : undefined}>{label}</span>
    </th>
  )
}

function PersonLink({ person, groups }: Pick<RowProps, 'person' | 'groups'>) {
  const warnings = formatWarnings(person)
  return (
    <a href={personHref(person)} className="flex items-start gap-3 rounded-control px-2 py-2 md:items-center">
      <Avatar person={person} />
      <span className="grid md:min-w-40">
        <span className="flex flex-wrap gap-x-2 xl:grid">
          <span className="font-medium">{displayName(person)}</span>
          {person.fullName && <span className="text-ink-soft">{person.email}</span>}
        </span>
        <span className="text-ink-soft xl:hidden">{formatColumns(person, groups)}</span>
        {warnings && <span className="text-danger">{warnings}</span>}
      </span>
    </a>
  )
}

interface RowProps {
  person: Person
  groups: readonly Group[]
  selectedIds: readonly string[] | null
  onSelect: (id: string, isSelected: boolean) => void
}
