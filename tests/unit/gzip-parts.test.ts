import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createGzipOfParts } from '../../netlify/local/site/gzip-parts.ts'

const head = words('head', 3000)
const main = words('main', 900)
const [headPart, mainPart] = [Buffer.from(head), Buffer.from(main)]
/** A page as the gate writes it: the member stands between what is the same for all. */
const page = (member: string) => [headPart, Buffer.from(member), mainPart]
const members = ['Kai', 'Leilani', '', 'ʻŌhiʻa', words('editor', 2000), 'Kai']

describe('Pages put together of parts', () => {
  test('come out as they went in, however often a part came before', () => {
    const gzip = createGzipOfParts()
    const texts = members.map((member) => gunzipSync(gzip(page(member))).toString())
    expect(texts).toEqual(members.map((member) => `${head}${member}${main}`))
  })

  test('are one stream, which every browser reads to its end', () => {
    const gzip = createGzipOfParts()
    const inflated = members.map((member) => inflateRawSync(gzip(page(member)).subarray(10, -8)).toString())
    expect(inflated).toEqual(members.map((member) => `${head}${member}${main}`))
  })

  test('are nearly as small as in one', () => {
    const gzip = createGzipOfParts()
    const inOne = gzipSync(Buffer.concat(page('Kai')), { level: 9 })
    const sizes = ['Kai', 'Kai', 'Kai'].map((member) => gzip(page(member)).length)
    expect(sizes[2]).toBeLessThan(inOne.length * 1.1)
  })

  test('keep what comes again as it was the second time', () => {
    const gzip = createGzipOfParts()
    const part = Buffer.from(head)
    for (let n = 0; n < 2; n++) gzip([part])
    part.fill('x')
    expect(inflateRawSync(gzip([part]).subarray(10, -8)).toString()).toBe(head)
  })
})

test.each([
  ['no parts', []],
  ['empty parts', ['', '']],
  ['one', ['Aloha']],
])('%s are a stream as well', (_, texts) => {
  const gzip = createGzipOfParts()
  const parts = texts.map((text) => Buffer.from(text))
  expect(gunzipSync(gzip(parts)).toString()).toBe(texts.join(''))
})

function words(word: string, count: number): string {
  return Array.from({ length: count }, (_, nth) => `${word}${(nth * 7919) % 1009} `).join('')
}
