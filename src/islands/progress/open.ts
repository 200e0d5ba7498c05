import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { openLocal } from './local.ts'
import { portal } from './portal.ts'
import { ProgressSync } from './sync.ts'

/** The progress of this page's member. Only a browser knows whose. */
export function openProgress(): ProgressSync {
  return new ProgressSync({
    local: openLocal(readViewer().email),
    remote: portal,
    clock: Date.now,
    isOver: isSessionOver,
  })
}
