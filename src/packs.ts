import type { Pack } from './schemas/files.ts'

/** The packs in this portal; removing a line removes the pack. */
export const packs: readonly Pack[] = [
  // Imported inline, so that a pack is removed with its folder and one line.
  (await import('./samples/pack.ts')).samplePack,
]
