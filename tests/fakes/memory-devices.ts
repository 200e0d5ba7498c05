import { randomBytes } from 'node:crypto'
import { MAX_DEVICES_PER_MEMBER } from '#src/server/lifetimes.ts'
import type { Devices } from '#src/server/vendors/ports.ts'
import type { Memory } from './memory.ts'

export function memoryDevices({ people, devices }: Memory): Devices {
  return {
    isKnown: (token, email) => Promise.resolve(devices.get(token)?.email === email),
    remember(memberId) {
      const person = [...people.values()].find(({ account }) => account.id === memberId)
      if (!person) throw new Error('There is no such member.')
      const theirs = [...devices].filter(([, owner]) => owner === person)
      for (const [token] of theirs.slice(0, 1 - MAX_DEVICES_PER_MEMBER)) devices.delete(token)
      const token = randomBytes(32).toString('base64url')
      devices.set(token, person)
      const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 60 } as const
      return Promise.resolve({ name: '__Host-device', value: token, attributes })
    },
  }
}
