import { useStore } from '@nanostores/react'
import { placeholders } from '#src/shared/viewer.ts'
import { $viewer } from '#src/lib/viewer.ts'

/** The member's name behind the greeting, with its comma. At build time it is a marker that the gate replaces. */
export default function MemberName() {
  const viewer = useStore($viewer)
  return <span>{viewer ? placeholders['comma-name'](viewer) : '[[viewer:comma-name]]'}</span>
}
