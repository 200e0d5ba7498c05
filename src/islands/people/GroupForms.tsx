import { actions } from 'astro:actions'
import { type ComponentProps, useState } from 'react'
import { type Group, groupTitles } from '#src/shared/people/groups.ts'
import { groupsNotice } from '#src/shared/people/notices.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { Section } from '#src/ui/Section.tsx'
import { showToast } from '#src/ui/toasts.ts'
import type { Undo } from './BulkActions.tsx'
import { displayName, type Person } from './person.ts'

type Member = Pick<Person, 'id' | 'fullName' | 'email' | 'groups'>

/** For those ticked. Adding them to one group may end another, as when a cohort becomes alumni. */
export function GroupForms({ people, groups, onChanged }: GroupFormsProps) {
  const grouped = people.filter((person) => person.groups.length > 0)
  const canAdd = groups.some(({ name }) => people.some((person) => !person.groups.includes(name)))
  return (
    <>
      {canAdd && <GroupForm kind="add" {...{ people, groups, onChanged }} />}
      {grouped.length > 0 && <GroupForm kind="remove" people={grouped} {...{ groups, onChanged }} />}
    </>
  )
}

function GroupForm({ kind, people, groups, onChanged }: GroupFormsProps & { kind: 'add' | 'remove' }) {
  const [{ add, remove }, setChosen] = useState(NONE)
  const membersOf = (name: string) => people.filter((person) => person.groups.includes(name)).length
  const theirs = [...new Set(people.flatMap((person) => person.groups))].filter((name) => name !== add)
  const count = (amount: number) => (people.length > 1 ? ` ${amount}` : '')
  const labels = {
    add: add ? `Add${count(people.length - membersOf(add))}` : 'Add',
    remove: remove ? `Remove${count(membersOf(remove))}` : 'Remove',
  }
  return (
    <ExpandableForm
      label={kind === 'add' ? 'Add to…' : 'Remove from…'}
      onSubmit={async () => {
        const change = { people, add: add ? [add] : [], remove: remove ? [remove] : [] }
        onChanged(undoGroups(await changeGroups([change], groups), groups))
        setChosen(NONE)
      }}
      className="grid max-w-120 gap-4 rounded-control border border-line p-4"
      submitLabel={add && remove ? `${labels.add} and ${labels.remove.toLowerCase()}` : labels[kind]}
      disabled={kind === 'add' ? !add : !remove}
    >
      {kind === 'add' && (
        <GroupSelect
          label="Add to"
          empty="Choose a group"
          groups={groups.filter(({ name }) => membersOf(name) < people.length)}
          value={add}
          onChange={({ target: { value } }) =>
            setChosen({ add: value, remove: remove === value ? '' : remove })
          }
        />
      )}
      {theirs.length > 0 && (
        <GroupSelect
          label={kind === 'add' ? 'And remove from (optional)' : 'Remove from'}
          empty="Choose a group"
          groups={theirs.map((name) => ({ name, title: groupTitles([name], groups) }))}
          value={remove}
          onChange={({ target: { value } }) => setChosen({ add, remove: value })}
        />
      )}
    </ExpandableForm>
  )
}

const NONE = { add: '', remove: '' }

function undoGroups(changes: readonly GroupChange[], groups: readonly Group[]): Undo[] {
  const people = changes.flatMap((change) => change.people)
  const [first] = people
  if (!first) return []
  const what = `the groups of ${people.length > 1 ? `${people.length} people` : displayName(first)}`
  return [{ what, run: () => changeGroups(changes, groups, true) }]
}

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

export function GroupsSection({ person, groups }: { person: Member; groups: readonly Group[] }) {
  const gone = person.groups.filter((name) => groups.every((group) => group.name !== name))
  const options = [
    ...groups,
    ...gone.map((name) => ({ name, title: `${name}, which the content doesn’t have` })),
  ]
  if (options.length === 0) return null
  return (
    <Section
      title="Groups"
      text={groupTitles(person.groups, groups) || 'None: they get what is for everyone.'}
      action={
        <ExpandableForm
          label="Groups…"
          onSubmit={(values) => {
            const checked = Object.keys(values as object)
            const add = checked.filter((name) => !person.groups.includes(name))
            const remove = person.groups.filter((name) => !checked.includes(name))
            return changeGroups([{ people: [person], add, remove }], groups)
          }}
          className="grid max-w-120 gap-4 rounded-control border border-line p-4"
          submitLabel="Save"
        >
          <fieldset className="grid gap-1">
            <legend className="sr-only">Groups</legend>
            {options.map(({ name, title }) => (
              <label key={name} className="flex min-h-11 items-center gap-3 text-sm wrap-anywhere">
                <input
                  type="checkbox"
                  className="checkbox size-4.5"
                  name={name}
                  defaultChecked={person.groups.includes(name)}
                />
                {title}
              </label>
            ))}
          </fieldset>
        </ExpandableForm>
      }
    />
  )
}

/** Shows a toast, and refetches. @returns what takes it back. */
async function changeGroups(
  changes: readonly GroupChange[],
  groups: readonly Group[],
  isUndo = false,
): Promise<GroupChange[]> {
  const people = changes.flatMap((change) => change.people)
  const rows = await actions.people.setGroups
    .orThrow({ changes: changes.map((change) => ({ ...change, ids: change.people.map(({ id }) => id) })) })
    .finally(() => void queryClient.invalidateQueries({ queryKey: ['people'] }))
  const changed = rows.filter(({ added, removed }) => added.length + removed.length > 0)
  const result = isUndo ? backInGroups(changed.length) : describeChange(changes, changed, groups)
  const notice = groupsNotice(result, changed.length, people.map(displayName))
  showToast(changed.length > 0 ? 'success' : 'error', notice)
  const alike = Map.groupBy(changed, ({ added, removed }) => `${added.join()} ${removed.join()}`)
  return [...alike.values()].flatMap((some) => {
    const [remove, add] = [some[0]?.added ?? [], some[0]?.removed ?? []]
    // A group that the content has lost takes nobody in again.
    if (add.some((name) => groups.every((group) => group.name !== name))) return []
    return { people: people.filter(({ id }) => some.some((row) => row.id === id)), add, remove }
  })
}

/** 'added to Mentors', or '4 added to Alumni, 3 removed from Cohort 17' of several people. */
function describeChange(
  [change]: readonly GroupChange[],
  rows: ChangedGroups[],
  groups: readonly Group[],
): string {
  const { people = [], add = [], remove = [] } = change ?? {}
  const count = (amount: number) => (people.length > 1 ? `${amount} ` : '')
  const added = rows.filter((row) => row.added.length > 0).length
  const removed = rows.filter((row) => row.removed.length > 0).length
  const parts = [
    added > 0 && `${count(added)}added to ${groupTitles(add, groups)}`,
    removed > 0 && `${count(removed)}removed from ${groupTitles(remove, groups)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function backInGroups(count: number): string {
  return `${count > 1 ? `${count} people ` : ''}back in their groups`
}

type ChangedGroups = Awaited<ReturnType<typeof actions.people.setGroups.orThrow>>[number]

interface GroupChange {
  people: readonly Member[]
  add: string[]
  remove: string[]
}

interface GroupFormsProps {
  people: readonly Member[]
  groups: readonly Group[]
  onChanged: (undo: Undo[]) => void
}

interface GroupSelectProps extends ComponentProps<'select'> {
  label: string
  empty: string
  groups: readonly Group[]
}
