import { decodeHTML } from 'entities'
import { expect, test } from 'vitest'
import { readBuiltSite } from '../support/built-site.ts'
import { ownersWords } from '../support/owners-words.ts'

const site = readBuiltSite()
/** What people can read: pages, and the islands that write more of them. */
const texts = [
  ...site.publicFiles.filter((file) => /\.(?:html|js)$/.test(file)).map(site.read),
  ...site.protectedFiles.filter((file) => file.endsWith('.html')).map(site.readProtected),
]
const built = decodeHTML(texts.join('\n'))

test.each([...ownersWords.titles, ...ownersWords.messages.flatMap((message) => message.split(': '))])(
  'the owner’s words “%s” are in the pages of the build',
  (words) => {
    // At the start of a text or of a script's string, so that 'Sign In' isn't found in 'Go to Sign In'.
    expect(built).toMatch(new RegExp(`[>"'\`]\\s*${RegExp.escape(words)}`))
  },
)
