import type { Embed } from './embed.ts'

/** The embed behind whatever an editor pasted, or what to paste instead. */
export function matchEmbed(pasted: string): Match {
  return { ok: false, message: `No frame is known for ${pasted}.` }
}

export type Match = { ok: true; embed: Embed } | { ok: false; message: string }
