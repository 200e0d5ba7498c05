import { constants, crc32, deflateRawSync } from 'node:zlib'

const { Z_FULL_FLUSH } = constants

/**
 * Compresses what is put together of parts, most of which come again: a page is the same for every member but for a few
 * kilobytes where the member stands in it. A part that is the same object as one before is compressed once, and well. The
 * parts become one gzip stream: blocks of Deflate that end with a byte and refer to nothing before them
 * (RFC 1951, 3.2.3; RFC 1952).
 *
 * @returns the parts as gzip. Nobody may write into them afterwards.
 */
export function createGzipOfParts(): (parts: readonly Uint8Array[]) => Uint8Array {
  const seen = new WeakSet<Uint8Array>()
  const kept = new WeakMap<Uint8Array, Uint8Array>()

  function blocksOf(part: Uint8Array): Uint8Array {
    const known = kept.get(part)
    if (known) return known
    const comesAgain = seen.has(part)
    const blocks = deflateRawSync(part, { level: comesAgain ? 9 : 6, finishFlush: Z_FULL_FLUSH })
    if (comesAgain) kept.set(part, blocks)
    seen.add(part)
    return blocks
  }

  return (parts) => {
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(parts.reduce((crc, part) => crc32(part, crc), 0))
    trailer.writeUInt32LE(lengthOf(parts), 4)
    return Buffer.concat([HEADER, ...parts.map(blocksOf), LAST_BLOCK, trailer])
  }
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((length, part) => length + part.length, 0)
}

/** Gzip's: Deflate, no name, no time, no word about the system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty one. */
const LAST_BLOCK = Buffer.from([3, 0])
