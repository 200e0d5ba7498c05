import { describe, expect, test } from 'vitest'
import { FairLine } from '#src/server/queue.ts'

/** A line with these in it; the first letter says whose they are. */
function lineOf(...items: string[]): FairLine<string> {
  const line = new FairLine<string>()
  for (const item of items) line.add(whoseIs(item), item)
  return line
}

function whoseIs(item: string): string {
  return item.slice(0, 1)
}

function allOf(line: FairLine<string>): string[] {
  return Array.from({ length: line.size }, () => line.takeNext() ?? 'nothing')
}

describe('a line knows how many wait', () => {
  test.each([
    ['when some come', (line: FairLine<string>) => line, 3],
    ['when one is served', (line: FairLine<string>) => line.takeNext(), 2],
    ['when one leaves', (line: FairLine<string>) => line.remove('a', 'a2'), 2],
    ['when one leaves who is not there', (line: FairLine<string>) => line.remove('a', 'a9'), 3],
    ['when one leaves who never had any', (line: FairLine<string>) => line.remove('z', 'z1'), 3],
    ['when one gives up the place', (line: FairLine<string>) => line.takeInFavourOf('z'), 2],
    ['when nobody has to', (line: FairLine<string>) => line.takeInFavourOf('a'), 3],
  ])('%s', (_when, act, size) => {
    const line = lineOf('a1', 'a2', 'b1')
    act(line)
    expect(line.size).toBe(size)
  })
})

describe('who leaves', () => {
  test.each([
    ['takes along nobody of their own', 'a', 'a1', ['a2', 'b1', 'a3']],
    ['is the one who was named', 'a', 'a2', ['a1', 'b1', 'a3']],
    ['and was alone takes no turn any more', 'b', 'b1', ['a1', 'a2', 'a3']],
    ['but was never there changes nothing', 'a', 'a9', ['a1', 'b1', 'a2', 'a3']],
    ['but never had any changes nothing', 'z', 'a1', ['a1', 'b1', 'a2', 'a3']],
  ])('%s', (_rule, whose, item, rest) => {
    const line = lineOf('a1', 'a2', 'a3', 'b1')
    line.remove(whose, item)
    expect(allOf(line)).toEqual(rest)
  })
})

describe('in favour of a newcomer', () => {
  test.each([
    ['the last of the longest queue is given up', ['a1', 'a2', 'b1', 'b2', 'b3'], 'c', 'b3'],
    ['of two that are as long it is the first one’s', ['a1', 'a2', 'b1', 'b2'], 'c', 'a2'],
    ['nobody gives up the only place', ['a1', 'b1'], 'c', undefined],
    ['nobody who would then have less than the newcomer', ['a1', 'a2', 'b1'], 'b', undefined],
    ['who would still have as many does', ['a1', 'a2', 'a3', 'b1'], 'b', 'a3'],
    ['nobody gives way to their own', ['a1', 'a2', 'a3'], 'a', undefined],
    ['of an empty line nothing can be given up', [], 'a', undefined],
  ])('%s', (_rule, waiting, newcomer, givenUp) => {
    expect(lineOf(...waiting).takeInFavourOf(newcomer)).toBe(givenUp)
  })
})

test('an empty line has no next', () => {
  const line = lineOf('a1')
  expect([line.takeNext(), line.takeNext(), line.size]).toEqual(['a1', undefined, 0])
})
