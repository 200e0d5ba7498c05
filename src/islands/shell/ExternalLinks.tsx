import * as icons from 'lucide'
import { Icon } from '../../ui/Icon.tsx'
import type { ExternalLink } from './navigation.ts'

/** The programme's channels, each in a new tab. */
export function Channels({ links }: { links: readonly ExternalLink[] }) {
  if (links.length === 0) return null
  return (
    <section
      aria-label="Channels"
      className="mt-5 collapsed:mt-2 collapsed:border-t collapsed:border-line collapsed:pt-2"
    >
      <h2 className="px-3 pb-1.5 font-sans text-xs font-semibold tracking-normal text-ink-soft collapsed:sr-only">
        Channels
      </h2>
      <ul className="grid grid-cols-1 gap-px">
        {links.map(({ label, href, icon }) => (
          <li key={href}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              data-tip={`${label} (new tab)`}
              className="group nav-entry"
            >
              <Icon drawing={icon} />
              <span className="truncate collapsed:sr-only">{label}</span>
              <Icon
                drawing={icons.ArrowUpRight}
                className="ml-auto size-3.5 opacity-60 group-hover:opacity-100 collapsed:hidden"
              />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SocialLinks({ links }: { links: readonly ExternalLink[] }) {
  return (
    // As wide as five links, so that none moves while the page is parsed.
    <ul className="-mr-2 flex min-w-40">
      {links.map(({ label, href, icon }) => (
        <li key={href}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            title={label}
            className="icon-button size-8 pointer-coarse:h-11 pointer-coarse:w-10"
          >
            <Icon drawing={icon} />
            <span className="sr-only">{label} (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
