import * as icons from 'lucide'
import { Icon } from './Icon.tsx'

export function Chevron() {
  return (
    <Icon
      icon={icons.ChevronRight}
      className="size-4 text-ink-soft transition-transform duration-180 in-[[open]>summary]:rotate-90"
    />
  )
}
