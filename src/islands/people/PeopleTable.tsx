/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers take its roles from a table that is laid out otherwise */
import { Form } from '#src/ui/Form.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { decisionsFor } from './person-actions.ts'
import { actOn, changedBy, factsOf, nameOf, type Person, type PersonRef, warningsOf } from './person.ts'
import { linkToPerson } from './view.ts'

/** People of one status, each with what is known in columns. On a phone a row is a card. */
export function PeopleTable({ people, ...row }: Omit<RowProps, 'person'> & { people: readonly Person[] }) {
  const [first] = people
  return (
    <table
      role="table"
      className="mt-2 w-full text-left text-sm **:scroll-mt-28 **:scroll-mb-44 max-md:block"
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {row.ticked && <Head label="Select" />}
          <Head label="Person" isShown />
          {first && factsOf(first).map(({ label }) => <Head key={label} label={label} isShown />)}
          {first?.status === 'pending' && <Head label="Decide" />}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {people.map((person) => (
          <Row key={person.id} person={person} {...row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ person, ticked, onTick, onDecided }: RowProps) {
  return (
    <tr
      role="row"
      className="border-t border-line hover:bg-ink-wash max-md:grid max-md:grid-cols-[auto_1fr] max-md:py-1.5"
    >
      {ticked && (
        <td role="cell" className="w-11">
          <label className="grid size-11 place-items-center">
            <input
              type="checkbox"
              className="checkbox size-5"
              aria-label={`Select ${nameOf(person)}`}
              checked={ticked.includes(person.id)}
              onChange={({ target }) => onTick(person.id, target.checked)}
            />
          </label>
        </td>
      )}
      <td role="cell" className="wrap-anywhere max-md:col-start-2">
        <PersonLink person={person} />
      </td>
      {factsOf(person).map(({ label, value }) => (
        <td
          key={label}
          role="cell"
          data-label={label}
          className="px-2 wrap-break-word text-ink-soft max-md:col-start-2 max-md:pl-13 max-md:before:content-[attr(data-label)_'_'] max-md:empty:sr-only md:max-w-40 md:py-1 md:data-[label='Last_seen']:whitespace-nowrap md:data-[label=Email]:whitespace-nowrap md:data-[label=Videos]:whitespace-nowrap"
        >
          {value}
        </td>
      ))}
      {person.status === 'pending' && (
        <td role="cell" className="py-1 max-md:col-start-2 max-md:pl-13">
          <div className="flex justify-end gap-2 max-md:justify-start">
            {decisionsFor(person)
              .filter(({ action }) => action === 'approve' || action === 'deny')
              .map(({ action, label }) => (
                <Form
                  key={action}
                  send={() => actOn([person], action).then((outcomes) => onDecided(changedBy(outcomes)))}
                  isRow
                  variant="quiet"
                  submit={label}
                  srSuffix={nameOf(person)}
                />
              ))}
          </div>
        </td>
      )}
    </tr>
  )
}

function Head({ label, isShown = false }: { label: string; isShown?: boolean }) {
  return (
    <th
      scope="col"
      role="columnheader"
      className="sticky top-[45px] z-10 bg-paper px-2 py-2 font-medium whitespace-nowrap text-ink-soft lg:top-0"
    >
      <span className={isShown ? undefined : 'sr-only'}>{label}</span>
    </th>
  )
}

function PersonLink({ person }: { person: Person }) {
  const warnings = warningsOf(person)
  return (
    <a
      href={linkToPerson(person)}
      className="flex items-start gap-3 rounded-control px-2 py-2 md:items-center"
    >
      <Avatar of={person} />
      <span className="grid md:min-w-40">
        <span className="font-medium">{nameOf(person)}</span>
        {person.fullName && <span className="text-ink-soft">{person.email}</span>}
        {warnings && <span className="text-danger">{warnings}</span>}
      </span>
    </a>
  )
}

interface RowProps {
  person: Person
  /** Ids; null where nobody can be ticked. */
  ticked: readonly string[] | null
  onTick: (id: string, isTicked: boolean) => void
  /** With those who were approved or denied. */
  onDecided: (decided: readonly PersonRef[]) => void
}
