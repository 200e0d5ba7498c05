import { expect, test } from 'vitest'
import { pictureType } from '#src/shared/picture-type.ts'

test('a picture is told by how it begins, to the last byte of that', () => {
  const begins = (text: string) => pictureType(Buffer.from(text, 'latin1'))
  expect(['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF....WEBP'].map(begins)).toEqual(['jpeg', 'png', 'webp'])
  expect(['\xff\xd8', '\x89PNG\r\n\x1a', 'RIFF....WEB', 'JUNK....WEBP', ''].map(begins)).toEqual(
    Array(5).fill(null),
  )
})
