import { describe, expect, test } from 'vitest'
import { matchEmbed } from '#src/embeds/match.ts'
import { shareLinks } from '../support/share-links.ts'

const rows = shareLinks
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' -> ') as [link: string, became: string])

describe('a share link becomes the address that frames what it shares, or a card, or is refused with what to paste', () => {
  test.each(rows)('%s', (link, became) => {
    const match = matchEmbed(link)
    if (became.startsWith('no: ')) {
      expect(match.ok ? match.embed.src : match.message).toMatch(
        new RegExp(`is ${became.slice('no: '.length)}\\. Paste .+ instead\\.$`),
      )
    } else if (became.startsWith('card')) {
      const framing = became === 'card' ? 'refused' : 'unknown'
      expect(match).toMatchObject({ ok: true, embed: { href: link, framing } })
    } else {
      expect(match).toMatchObject({ ok: true, embed: { src: became, framing: 'allowed' } })
      // What was found is taken for the same when an editor pastes it again.
      expect(matchEmbed(became)).toMatchObject({ ok: true, embed: { src: became } })
    }
  })
})

describe('besides', () => {
  test('embed code promises that its address may be framed, whoever’s it is', () => {
    const framed = { src: 'https://widget.example.org/7', framing: 'allowed' }
    expect(matchEmbed('<iframe src="https://widget.example.org/7"></iframe>')).toMatchObject({
      embed: framed,
    })
    expect(matchEmbed('https://widget.example.org/7')).toMatchObject({ embed: { framing: 'unknown' } })
  })

  test.each([
    ['“https://airtable.com/shrA1b2C3d4E5f6G7”', 'an address in curly quotes'],
    ['leilani@example.org', 'no whole address'],
  ])('%s is %s', (pasted, is) => {
    const match = matchEmbed(pasted)
    expect(match.ok ? '' : match.message).toMatch(new RegExp(`is ${is}\\. Paste .+ instead\\.$`))
  })
})
