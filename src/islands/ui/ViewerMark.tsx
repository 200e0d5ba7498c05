import { useEffect, useState } from 'react'
import { type Mark, marks } from '#src/shared/viewer.ts'
import { useViewer } from '../viewer.ts'

/** Something of the member who looks at the page. While pages are built it is the marker that the gate writes over. */
export function ViewerMark({ is }: { is: Exclude<Mark, 'picture'> }) {
  const viewer = useViewer()
  return <span data-viewer={is}>{viewer ? marks[is](viewer) : `[[viewer:${is}]]`}</span>
}

/** The member's picture; their initials where there is none, or where it does not come. */
export function MemberPicture() {
  return (
    <span className="avatar size-8 bg-lagoon/10 text-xs text-lagoon-deep" aria-hidden="true">
      <Picture />
      <ViewerMark is="initials" />
    </span>
  )
}

function Picture() {
  const viewer = useViewer()
  const url = viewer && marks.picture(viewer)
  const [missing, setMissing] = useState<string | null>(null)
  const isMissing = url !== null && url === missing

  useEffect(() => setMissing(null), [url])

  return (
    <span data-viewer="picture">
      {viewer === null && '[[viewer:picture]]'}
      {url && <img src={url} alt="" hidden={isMissing} onError={() => setMissing(url)} />}
    </span>
  )
}
