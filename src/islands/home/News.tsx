import * as icons from 'lucide'
import { MAX_NEWS, type NewsEntry } from '#src/shared/home.ts'
import { NEW_FOR_MS } from '#src/shared/zoned-instant.ts'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { CARD, CardHeading } from './Card.tsx'

export function News({ entries, now }: { entries: readonly NewsEntry[]; now: number }) {
  const shown = entries
    .filter(({ addedAt }) => addedAt <= now && now - addedAt <= NEW_FOR_MS)
    .slice(0, MAX_NEWS)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="news" className={CARD}>
      <CardHeading id="news" icon={icons.Sparkles}>
        New
      </CardHeading>
      <ul className="-mx-3 mt-2 grid gap-px sm:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
        {shown.map(({ title, href, kind, audience }) => (
          <li key={href}>
            <a
              href={href}
              className="group block min-h-11 rounded-control px-3 py-2.5 text-sm hover:bg-ink-wash"
            >
              <span className="mr-1 font-medium underline decoration-transparent underline-offset-3 group-hover:decoration-accent">
                {title}
              </span>{' '}
              <span className="inline-block text-ink-soft">{kind}</span>
              <AudienceLabel audience={audience} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
