import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { initials, type Placeholder, placeholders, type Viewer } from '#src/shared/viewer.ts'
import { $viewer } from '#src/lib/viewer.ts'

export function ViewerAvatar({ className = 'size-8 text-xs' }: { className?: string }) {
  const viewer = useStore($viewer)
  return (
    <span className={`${ROUND} ${className}`} aria-hidden="true">
      <span className={PICTURE}>{viewer ? <Picture url={viewer.avatarUrl} /> : '[[viewer:picture]]'}</span>
      <span className={INITIALS}>
        <ViewerText is="initials" />
      </span>
    </span>
  )
}

export function Avatar({ person: of, className = 'size-8 text-xs' }: AvatarProps) {
  return (
    <span className={`${ROUND} ${className}`} aria-hidden="true">
      <span className={PICTURE}>
        <Picture url={of.avatarUrl} />
      </span>
      <span className={INITIALS}>{initials(of)}</span>
    </span>
  )
}

/** A fact about the signed-in member. At build time it is a marker that the gate replaces. */
export function ViewerText({ is }: { is: Exclude<Placeholder, 'picture'> }) {
  const viewer = useStore($viewer)
  return <span>{viewer ? placeholders[is](viewer) : `[[viewer:${is}]]`}</span>
}

function Picture({ url }: { url: string | null }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (!url || url === missing) return null
  return (
    <img
      key={url}
      // The image may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setMissing(url)
      }}
      src={url}
      alt=""
      onError={() => setMissing(url)}
    />
  )
}

const ROUND =
  'grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-wash font-semibold text-accent-deep'
// The gate writes the picture without classes.
const PICTURE = 'contents [&>img]:size-full [&>img]:object-cover'
const INITIALS = '[:has(>img)+&]:hidden'

interface AvatarProps {
  person: Pick<Viewer, 'fullName' | 'avatarUrl'> & { email: string | null }
  className?: string
}
