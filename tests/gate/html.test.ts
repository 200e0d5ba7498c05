import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../integrations/policy/directives.ts'
import { inlineHash } from '#src/layouts/inline-hash.ts'
import { readBuiltSite } from '../support/built-site.ts'
import { htmlRules } from '../support/html-rules.ts'

const site = readBuiltSite()
const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/gi
const validator = new HtmlValidate(htmlRules)

const pages = new Map(
  [...site.publicFiles, ...site.protectedFiles]
    // The editor's page is sent with a policy of its own: tests/gate/edit.test.ts.
    .filter((file) => file.endsWith('.html') && file !== 'edit.html')
    .map((file) => [file, site.publicFiles.includes(file) ? site.read(file) : site.readProtected(file)]),
)

test('there are pages of every kind to look at', () => {
  for (const page of ['auth.html', '404.html', '500.html', 'index.html', 'video-playlist.html'])
    expect([...pages.keys()]).toContain(page)
  for (const folder of ['states/', 'samples/', 'video-playlist/'])
    expect([...pages.keys()].filter((file) => file.startsWith(folder))).not.toEqual([])
})

describe.each([...pages])('%s', (file, html) => {
  test('is valid HTML', async () => {
    expect(await mistakesIn(file, html)).toEqual([])
  })

  test('allows inline code by its hash alone', () => {
    const [policy = '', ...others] = [...html.matchAll(POLICY)].map(([, text = '']) => text)
    expect(others).toEqual([])
    const hashesOf = (code: RegExp) =>
      [...html.matchAll(code)].map(([, text = '']) => `'${inlineHash(text)}'`)
    const scripts = hashesOf(/<script(?![^>]*(?:\ssrc=|"application\/json"))[^>]*>(.*?)<\/script>/gs)
    const styles = hashesOf(/<style[^>]*>(.*?)<\/style>/gs)
    expect(parsePolicy(policy).get('script-src')).toEqual(expect.arrayContaining(scripts))
    expect(parsePolicy(policy).get('style-src')).toEqual(expect.arrayContaining(styles))
    expect(policy).not.toMatch(/unsafe|\*|strict-dynamic/)
  })

  test('puts no document of its own site into a sandbox, which would hold nothing', () => {
    const own = [...html.matchAll(/<iframe[^>]*>/g)].filter(([frame]) => /\ssrc="\/(?!\/)/.test(frame))
    expect(own.filter(([frame]) => /\ssandbox[\s=>]/.test(frame)).map(([frame]) => frame)).toEqual([])
  })
})

/** A duplicate, a stray end, an element where it may not be: if none of it is found, nothing is looked at. */
test.each([
  ['no-dup-attr', '<p class="a" class="b">x</p>'],
  ['aria-label-misuse', '<time aria-label="one">1</time>'],
  ['element-permitted-content', '<ul><div>x</div></ul>'],
  ['close-order', '<p><b>x</p></b>'],
  ['no-dup-id', '<p id="a">x</p><p id="a">y</p>'],
])('%s is found, with its file, line and rule', async (rule, mistake) => {
  const found = await mistakesIn(
    'x.html',
    `<!doctype html>\n<html lang="en"><title>x</title>\n${mistake}\n</html>`,
  )
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^x\\.html:3:\\d+ ${rule}: `)))
})

async function mistakesIn(file: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, file)
  return results
    .flatMap(({ messages }) => messages)
    .map(
      ({ line, column, ruleId, message, selector }) =>
        `${file}:${line}:${column} ${ruleId}: ${message} (${selector ?? ''})`,
    )
}
