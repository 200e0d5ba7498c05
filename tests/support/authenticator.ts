import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A device with one passkey of a site, which signs as WebAuthn says. Whatever `forged` names is wrong. */
export function createAuthenticator(siteUrl: string) {
  const site = new URL(siteUrl)
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = {
    id: toText(id),
    rawId: toText(id),
    type: 'public-key',
    clientExtensionResults: {},
  } as const
  let counter = 0

  function clientData(type: string, challenge: string, { origin = site.origin }: Forged) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData(flags: number, forged: Forged, attested = Buffer.alloc(0)) {
    counter = forged.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const isVerified = forged.isVerified ?? true
    return Buffer.concat([
      createHash('sha256')
        .update(forged.rpId ?? site.hostname)
        .digest(),
      Buffer.from([flags | (isVerified ? 0b100 : 0)]),
      count,
      attested,
    ])
  }

  return {
    create(
      { challenge }: PublicKeyCredentialCreationOptionsJSON,
      forged: Forged = {},
    ): RegistrationResponseJSON {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE: EC2, ES256, P-256.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const authData = new Uint8Array(authenticatorData(0b1000001, forged, attested))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: toText(clientData('webauthn.create', challenge, forged)),
          attestationObject: toText(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },

    use(
      { challenge }: PublicKeyCredentialRequestOptionsJSON,
      forged: Forged = {},
    ): AuthenticationResponseJSON {
      const data = authenticatorData(0b1, forged)
      const client = clientData('webauthn.get', challenge, forged)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: toText(client),
          authenticatorData: toText(data),
          signature: toText(sign('sha256', signed, privateKey)),
        },
      }
    },
  }
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

interface Forged {
  origin?: string
  rpId?: string
  counter?: number
  isVerified?: boolean
}
