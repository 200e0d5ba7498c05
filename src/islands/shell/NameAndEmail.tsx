import { ViewerText } from '#src/ui/Avatar.tsx'

export function NameAndEmail() {
  return (
    <>
      <span className="truncate text-sm font-medium">
        <ViewerText is="name" />
      </span>
      <span className="truncate text-xs text-ink-soft">
        <ViewerText is="email" />
      </span>
    </>
  )
}
