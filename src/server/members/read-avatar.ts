import type { Sessions } from '../vendors/ports.ts'
import { admitMember, type MemberAdmission } from '../sessions/admit-member.ts'
import { parseAvatarUrl } from '../avatars/avatar-name.ts'
import type { AvatarStore } from './ports.ts'

/** A picture for any approved member to see, by its address; the gate's word for who asks is not taken. */
export async function readAvatar(
  deps: { sessions: Pick<Sessions, 'find'>; avatars: AvatarStore },
  token: string | null,
  url: string,
): Promise<AvatarReading> {
  const admission = await admitMember(deps, token)
  if (!admission.ok) return admission
  const name = parseAvatarUrl(url)
  const picture = name && (await deps.avatars.read(name))
  return picture ? { ok: true, picture, version: name.version } : { ok: false, code: 'no_such_picture' }
}

export type AvatarReading =
  | { ok: true; picture: Uint8Array; version: string }
  | { ok: false; code: 'no_such_picture' }
  | Extract<MemberAdmission, { ok: false }>
