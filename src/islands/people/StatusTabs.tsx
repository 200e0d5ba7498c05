import type { PersonStatus } from '#src/shared/people/people.ts'
import { type PeoplePage, statusLabels } from './person.ts'
import { DUE_HREF, hasFilter, listHref, type PeopleFilter } from './people-url.ts'

export function StatusTabs({ current, filter, counts }: Props) {
  const tabs = [
    ...(Object.keys(statusLabels) as PersonStatus[]).map((status) => ({
      name: status,
      title: statusLabels[status],
      href: listHref(status, filter),
      count: counts?.[status],
    })),
    { name: 'due', title: 'Due', href: DUE_HREF, count: undefined },
  ]
  const isFiltered = hasFilter(filter)
  return (
    <nav aria-label="People by status" className="mt-4 -mb-px -ml-1.5 flex border-b border-line">
      {tabs.map(({ name, title, href, count }) => (
        <a
          key={name}
          href={href}
          aria-current={name === current ? 'page' : undefined}
          className="flex min-h-11 items-center gap-x-1.5 border-b-2 border-transparent px-1.5 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-4 aria-[current]:border-accent aria-[current]:text-ink max-sm:flex-col sm:px-3"
        >
          {title}
          {/* As wide as it will be, so that the tabs stay where they are. */}
          {name !== 'due' && (
            <span className={`tabular-nums ${isFiltered ? 'sm:min-w-15' : 'sm:min-w-5'}`}>
              {isFiltered && count !== undefined ? `${count} found` : count}
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}

interface Props {
  current: PersonStatus | 'due'
  filter: PeopleFilter
  counts?: PeoplePage['counts'] | undefined
}
