import { type RefObject, useEffect, useRef, useState } from 'react'
import { isPublicUrl, type DirectoryMember } from '#src/shared/people/directory.ts'
import { placeholders } from '#src/shared/viewer.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { useMembers } from './useMembers.ts'

export function MemberList({ members, pages }: Props) {
  const { firstNewEntry, firstNewIndex, showMore } = useShowMore(members.length, pages)
  return (
    <>
      {[...Map.groupBy(members.entries(), ([, { company }]) => company)].map(([company, colleagues]) => (
        <section key={company}>
          <h2 className="mt-6 mb-3 text-lg wrap-anywhere">{company ?? 'Without a company'}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {colleagues.map(([index, member]) => (
              <Entry
                key={index}
                member={member}
                nameRef={index === firstNewIndex ? firstNewEntry : undefined}
              />
            ))}
          </ul>
        </section>
      ))}
      {pages.hasNextPage && (
        <div className="mt-6">
          <ErrorAlert error={pages.nextPageError} />
          <Button variant="quiet" busy={pages.isFetchingNextPage} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function useShowMore(shownCount: number, { isFetchingNextPage, fetchNextPage }: Props['pages']) {
  const [firstNewIndex, setFirstNewIndex] = useState<number | null>(null)
  const firstNewEntry = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!firstNewEntry.current) return
    firstNewEntry.current.focus()
    setFirstNewIndex(null)
  }, [firstNewIndex, shownCount])
  const showMore = () => {
    if (isFetchingNextPage) return
    void fetchNextPage().then(({ isError }) => setFirstNewIndex(isError ? null : shownCount))
  }
  return { firstNewIndex, firstNewEntry, showMore }
}

function Entry({ member, nameRef }: EntryProps) {
  const { role, about, email, websiteUrl, contact } = member
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere">
      <Avatar person={member} className="size-12 text-base" />
      <div className="min-w-0 self-center">
        <h3
          ref={nameRef}
          tabIndex={-1}
          className="font-sans text-base font-semibold tracking-normal [word-spacing:normal]"
        >
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
          {contact && <Contact contact={contact} />}
        </p>
      </div>
    </li>
  )
}

function Contact({ contact }: { contact: string }) {
  if (isPublicUrl(contact))
    return (
      <a href={contact} target="_blank" rel="noopener noreferrer" className="text-link">
        {contact.replace(/^https:\/\//, '')}
      </a>
    )
  if (PHONE_NUMBER.test(contact))
    return (
      <a href={`tel:${contact.replace(/[^\d+]/g, '')}`} className="text-link">
        {contact}
      </a>
    )
  return <span>{contact}</span>
}

const PHONE_NUMBER = /^\+?[\d\s().\/-]{6,}$/

interface Props {
  members: readonly DirectoryMember[]
  pages: Pick<
    ReturnType<typeof useMembers>,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'nextPageError'
  >
}

interface EntryProps {
  member: DirectoryMember
  nameRef: RefObject<HTMLHeadingElement | null> | undefined
}
