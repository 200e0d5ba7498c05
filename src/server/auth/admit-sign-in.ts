import type { Email } from '#src/shared/forms.ts'
import { SIGN_INS_PER_DEVICE, SIGN_INS_PER_EMAIL, SIGN_INS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import type { Devices, Limit, RateLimits, TooManyAttempts, Visitor } from '../vendors/ports.ts'

/**
 * Counts a sign-in as a wrong password before anything is known about it, so that no burst gets ahead of the
 * count; `settle` corrects that for the right one.
 *
 * A browser that the owner has signed in with before is counted for itself alone: whatever others try with this
 * e-mail or from this network, the owner gets in (OWASP: Device Cookies).
 */
export async function admitSignIn(
  deps: AdmissionDeps,
  email: Email,
  visitor: Visitor & { deviceToken: string | null },
): Promise<Admission | TooManyAttempts> {
  const { rateLimits } = deps
  const { deviceToken } = visitor
  if (deviceToken && (await deps.devices.isKnown(deviceToken, email))) {
    const permit = await rateLimits.take(SIGN_INS_PER_DEVICE, deviceToken)
    if (!permit.ok) return permit
    return {
      ok: true,
      onKnownDevice: true,
      settle: () => rateLimits.forget(SIGN_INS_PER_DEVICE, deviceToken),
    }
  }

  const counted = [
    [SIGN_INS_PER_NETWORK, networkOf(visitor.address)],
    [SIGN_INS_PER_EMAIL, email],
  ] as const satisfies [Limit, string][]
  // One after the other: a network that is refused cannot make the pauses of an account longer.
  for (const [limit, subject] of counted) {
    const permit = await rateLimits.take(limit, subject)
    if (!permit.ok) return permit
  }
  return {
    ok: true,
    onKnownDevice: false,
    async settle() {
      await Promise.all(counted.map(([limit, subject]) => rateLimits.giveBack(limit, subject)))
    },
  }
}

export interface AdmissionDeps {
  devices: Devices
  rateLimits: RateLimits
}

export interface Admission {
  ok: true
  onKnownDevice: boolean
  /** To be called when the password was right: this attempt was no guess. Earlier guesses stay counted. */
  settle: () => Promise<void>
}
