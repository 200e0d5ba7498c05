import type { Pack } from './schemas/files.ts'

/** What comes along with the portal and can be taken out of it again. */
export const packs: readonly Pack[] = [
  // Imported here, so that deleting a pack's folder means deleting one line as well.
  (await import('./samples/pack.ts')).samples,
]
