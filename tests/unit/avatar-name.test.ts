import { expect, test } from 'vitest'
import {
  avatarKey,
  avatarUrl,
  newVersion,
  parseAvatarKey,
  parseAvatarUrl,
} from '#src/server/avatars/avatar.ts'

const ID = '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'
const name = { memberId: ID, version: newVersion(1_795_000_000_000) }

test('the address and the key of a picture can be read back', () => {
  expect(avatarUrl(name)).toBe(`/avatars/${ID}/avatar.webp?v=${name.version}`)
  expect(avatarKey(name)).toBe(`${ID}/avatar.${name.version}.webp`)
  expect(parseAvatarUrl(avatarUrl(name))).toEqual(name)
  expect(parseAvatarKey(avatarKey(name))).toEqual(name)
})

test.each([
  `/avatars/${ID}/avatar.webp`,
  `/avatars/${ID}/avatar.webp?v=`,
  `/avatars/${ID}/avatar.webp?v=../../secret`,
  `/avatars/${ID}/avatar.png?v=${name.version}`,
  `/avatars/../avatar.webp?v=${name.version}`,
  `/avatars/${ID.toUpperCase()}/avatar.webp?v=${name.version}`,
  `/avatars/1/avatar.webp?v=${name.version}`,
  `/avatars/${ID}/x/avatar.webp?v=${name.version}`,
  `https://evil.example/avatars/${ID}/avatar.webp?v=${name.version}`,
  `/avatars/${ID}/avatar.webp%00.html?v=${name.version}`,
  `/avatars/${ID}/avatar.webp?v=${name.version}%0d%0a`,
])('%s names none', (url) => {
  expect(parseAvatarUrl(url)).toBeNull()
})
