import { expect, test } from 'vitest'
import { findResults, createNameIndex } from '#src/islands/search/search.ts'
import { hasWords, searchKey } from '#src/shared/search-text.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

/** The browser and SQL have one rule for searching people: each row goes through both, and through the search of everything. */

const database = useDatabase()

test.each([
  ['Noa Kealoha', ['kealoha noa', ' NOA  kea ', 'noa\u3000kealoha', 'eal', 'Kealoha, Noa'], ['noa makoa']],
  ['Łukasz Zieliński', ['lukasz', 'zielinski', 'ŁUKASZ', 'łukasz'], ['lukaszz']],
  ['Søren Ødegård', ['soren', 'odegard', 'øde', 'ØDEGÅRD'], ['sorensen']],
  ['Jürgen Groß', ['gross', 'GROẞ', 'groß', 'jurgen'], ['gruss']],
  [
    'Aoife O´Brien',
    ['obrien', 'o’brien', "o'brien", 'oʻbrien', 'o`brien', 'o brien', 'o´brien'],
    ['o.brien'],
  ],
  ['Jean-Luc Đặng', ['dang', 'jean luc', 'jeanluc', 'jean‑luc', 'jean–luc', 'luc đặng'], ['jean.luc']],
  ['Þórður Æneas Œuvré', ['thordur', 'aeneas', 'oeuvre', 'þórður'], ['pordur']],
  ['Işık İnönü Ilgaz', ['isik', 'inonu', 'ilgaz', 'IŞIK'], ['usik']],
  ['Ħal Ŧeŋ Əliyev', ['hal ten', 'eliyev'], ['aliyev']],
  ['Γιώργος ΟΔΥΣΣΕΎΣ', ['γιωργοσ', 'οδυσσευς', 'Οδυσσεύς'], ['giorgos']],
  ['Фёдор Йовчев', ['федор', 'ЙОВЧЕВ', 'иовчев'], ['fedor']],
  ['Paral·lel Kaʻū', ['parallel', 'kau', 'kaʻū'], ['paral lel x']],
  ['田中太郎 株式会社潮', ['太郎', '潮', '田中', '株式 太郎'], ['次郎']],
  ['김민수 (Ｋｏｎａ)', ['민수', 'kona'], ['민주']],
  ['สมชาย ใจดี', ['ชาย', 'ใจดี'], ['ใจด้']],
  ['がく ﾃｽﾄ', ['がく', 'テスト'], ['かく']],
  ['100% Kona_Labs \\ Hilo', ['100%', '_labs', '\\ hilo', '%'], ['1%0', 'kona%labs', 'kona-labs']],
  ['נֹעָה مُحَمَّد', ['נעה', 'محمد'], ['נעם']],
])('%s is found by %j', async (name, found, missed) => {
  for (const typed of [...found, ...missed]) {
    const isFound = found.includes(typed)
    expect(hasWords(name, typed), typed).toBe(isFound)
    const matching = 'select matches_search($1, search_patterns($2)) as found'
    expect(await query(database, matching, [name, typed]), typed).toEqual([{ found: isFound }])
    if (isFound) expect(hitsOf(name, typed), typed).toEqual([name])
  }
})

test('every letter has the same search key in the browser and in SQL', async () => {
  const ranges = [
    [0x20, 0x24f],
    [0x250, 0x2ff],
    [0x370, 0x58f],
    [0x591, 0x6ff],
    [0xe01, 0xe5b],
    [0x1e00, 0x1fff],
    [0x2010, 0x206f],
    [0x3041, 0x30ff],
    [0xac00, 0xae00],
    [0xff01, 0xff9f],
  ] as const
  const letters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
  )
  const rows = await query<{ key: string }>(
    database,
    'select search_key(letter) as key from unnest($1::text[]) with ordinality as given (letter, nth) order by nth',
    [letters],
  )
  expect(rows.map(({ key }, n) => [letters[n], key])).toEqual(
    letters.map((letter) => [letter, searchKey(letter)]),
  )
})

function hitsOf(title: string, typed: string) {
  const names = createNameIndex([{ group: 'Members', title, href: '/members' }])
  return findResults({ names, lines: [], currentPath: '/' }, typed).flatMap(({ results }) =>
    results.map((result) => result.title),
  )
}
