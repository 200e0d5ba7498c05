import * as icons from 'lucide'
import { contentIcons } from '#src/shared/content-icons.ts'
import type { ExternalLink } from '#src/shared/navigation.ts'
import { AudienceLabel, ForGroups } from '#src/ui/ForGroups.tsx'
import { Icon } from '#src/ui/Icon.tsx'

export function Channels({ links }: { links: readonly ExternalLink[] }) {
  return (
    <section
      aria-label="Channels"
      className="mt-5 not-has-[li]:hidden collapsed:mt-2 collapsed:border-t collapsed:border-line collapsed:pt-2"
    >
      <h2 className="px-3 pb-1.5 font-sans text-xs font-semibold tracking-normal text-ink-soft collapsed:sr-only">
        Channels
      </h2>
      <ul className="grid grid-cols-1 gap-px">
        {links.map(({ label, href, icon, audience }) => (
          <ForGroups key={href} audience={audience}>
            <li>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                data-tip={`${label} (new tab)`}
                className="group nav-entry"
              >
                <Icon icon={contentIcons[icon]} />
                <span className="truncate collapsed:sr-only">
                  {label}
                  <AudienceLabel audience={audience} isBelow />
                </span>
                <Icon
                  icon={icons.ArrowUpRight}
                  className="ml-auto size-3.5 opacity-60 group-hover:opacity-100 collapsed:hidden"
                />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </li>
          </ForGroups>
        ))}
      </ul>
    </section>
  )
}
