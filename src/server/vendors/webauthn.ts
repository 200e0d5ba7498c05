import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyVerifier } from './ports.ts'

/** The relying party is the host of the site's URL, and every browser of it has that origin. */
export function createWebAuthn(siteUrl: string, brand: string): PasskeyVerifier {
  const { hostname: rpID, origin } = new URL(siteUrl)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const userVerification = 'required'
  return {
    async creationOptions({ id, email, fullName }, existing) {
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        rpID,
        rpName: brand,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: fullName ?? email,
        excludeCredentials: [...existing],
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification },
      })
    },

    async requestOptions(allowed = []) {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({ rpID, allowCredentials: [...allowed], userVerification })
    },

    async challengeOf(response) {
      const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
      return orNull(() => Promise.resolve(decodeClientDataJSON(response.response.clientDataJSON).challenge))
    },

    async verifyCreation(response, expectedChallenge) {
      const { verifyRegistrationResponse } = await library()
      const result = await orNull(() =>
        verifyRegistrationResponse({
          ...expected,
          expectedChallenge,
          supportedAlgorithmIDs: ALGORITHMS,
          response: response as unknown as RegistrationResponseJSON,
        }),
      )
      if (!result?.verified) return null
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
      return { id, publicKey, counter, transports: transports.filter((name) => TRANSPORT.test(name)) }
    },

    async verifyUse(response, passkey, expectedChallenge) {
      const { verifyAuthenticationResponse } = await library()
      const result = await orNull(() =>
        verifyAuthenticationResponse({
          ...expected,
          expectedChallenge,
          response: response as unknown as AuthenticationResponseJSON,
          credential: { ...passkey, publicKey: new Uint8Array(passkey.publicKey) },
        }),
      )
      return result?.verified ? result.authenticationInfo.newCounter : null
    },
  }
}

// Few requests need it, and it takes long to load.
function library() {
  return import('@simplewebauthn/server')
}

// The library throws for whatever is wrong with a response.
async function orNull<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}

/** Ed25519, ES256 and RS256: the library's own, but for those that Node.js calls experimental. */
const ALGORITHMS = [-8, -7, -257]

/** As browsers name them; the client may send anything. */
const TRANSPORT = /^[a-z-]{1,20}$/
