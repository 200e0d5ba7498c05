import { useState } from 'react'
import type { DirectoryMember } from '#src/shared/people/directory.ts'
import { hasWords } from '#src/shared/search-text.ts'
import { placeholders } from '#src/shared/viewer.ts'
import { NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { useMembers } from './useMembers.ts'

/** The members by company. The portal's search links here with a name (`?q=`). */
export default function Directory(heading: Heading) {
  return (
    <ErrorBoundary>
      <Members {...heading} />
    </ErrorBoundary>
  )
}

function Members(heading: Heading) {
  const { data: members, failureReason: error } = useMembers()
  const [search, setSearch] = useState(new URLSearchParams(location.search).get('q') ?? '')
  const [company, setCompany] = useState('')
  const [role, setRole] = useState('')
  const matches = (members ?? []).filter(
    (member) =>
      (company === '' || member.company === company) &&
      (role === '' || member.role === role) &&
      hasWords(searchableText(member), search),
  )
  return (
    // Keeps the footer out of sight until the list comes; shell.css shows the scroll bar from the start.
    <div data-members className={members || error ? undefined : 'min-h-dvh'}>
      <PageHeading {...heading}>
        <Button
          variant="quiet"
          className="whitespace-nowrap"
          onClick={() => openDialog({ name: 'account', section: 'profile' })}
        >
          Edit your entry
        </Button>
      </PageHeading>
      <div role="search" aria-label="Members" className="mt-5 flex flex-wrap gap-3">
        <input
          type="search"
          aria-label="Name, company or role"
          placeholder="Name, company or role"
          className="field sm:max-w-80"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Filter
          label="All companies"
          members={members}
          field="company"
          value={company}
          onChange={setCompany}
        />
        <Filter label="All roles" members={members} field="role" value={role} onChange={setRole} />
      </div>
      <div className="mt-4">
        <Alert {...(error ? toFormError(error, 'unexpected') : NO_ERROR)} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {members ? formatCount(matches.length) : !error && 'Loading…'}
      </p>
      {[...Map.groupBy(matches, (member) => member.company)].map(([name, colleagues]) => (
        <section key={name}>
          <h2 className="mt-6 mb-3 text-lg wrap-anywhere">{name ?? 'Without a company'}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {colleagues.map((member, index) => (
              <Entry key={index} member={member} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Filter({ label, members = [], field, value, onChange }: FilterProps) {
  const options = [...new Set(members.flatMap((member) => member[field] ?? []))].toSorted()
  if (options.length === 0) return null
  return (
    <select
      aria-label={field === 'role' ? 'Role' : 'Company'}
      className="field sm:w-auto sm:max-w-60"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

function Entry({ member }: { member: DirectoryMember }) {
  const { role, about, email, websiteUrl, contact } = member
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere">
      <Avatar person={member} className="size-12 text-base" />
      <div className="min-w-0 self-center">
        <h3 className="font-sans text-base font-semibold tracking-normal [word-spacing:normal]">
          {placeholders.name(member)}
        </h3>
        {role && <p className="text-ink-soft">{role}</p>}
        {about && <p className="mt-1">{about}</p>}
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
          {email && (
            <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="text-link">
              {email}
            </a>
          )}
          {websiteUrl && (
            <a href={websiteUrl} target="_blank" rel="noopener noreferrer" className="text-link">
              {new URL(websiteUrl).hostname.replace(/^www\./, '')}
            </a>
          )}
          {contact && <span>{contact}</span>}
        </p>
      </div>
    </li>
  )
}

function searchableText(member: DirectoryMember): string {
  const { company, role, about } = member
  return [placeholders.name(member), company, role, about].filter(Boolean).join('\n')
}

function formatCount(count: number): string {
  if (count === 0) return 'No one matches.'
  return `${count} ${count === 1 ? 'member' : 'members'}`
}

interface Heading {
  title: string
  description: string
}

interface FilterProps {
  label: string
  members: readonly DirectoryMember[] | undefined
  field: 'company' | 'role'
  value: string
  onChange: (value: string) => void
}
