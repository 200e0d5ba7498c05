import { describe, expect, test } from 'vitest'
import { parsePolicy, widestOf, writePolicy } from '../../integrations/policy/directives.ts'
import { inlineHash } from '#src/layouts/inline-hash.ts'
import { orderPage } from '../../integrations/policy/order-page.ts'

const widest = (...policies: string[]) => writePolicy(widestOf(policies.map(parsePolicy)))

describe('one policy for many pages', () => {
  test.each([
    [
      [
        "default-src 'self'; script-src 'self' 'sha256-a'",
        "default-src 'self';script-src 'self' 'sha256-b';",
      ],
      "default-src 'self'; script-src 'self' 'sha256-a' 'sha256-b'",
    ],
    [["default-src 'self'", "default-src 'self'; frame-src 'none'"], "default-src 'self'; frame-src 'self'"],
    [["base-uri 'none'", "base-uri 'none'"], "base-uri 'none'"],
    [["form-action 'none'", "form-action 'self'"], "form-action 'self'"],
    [["frame-src 'self' https://airtable.com", 'frame-src https://miro.com'], "frame-src 'self' https:"],
    [
      ["default-src 'none'; style-src 'sha256-a'", "default-src 'self'; img-src 'self' data:"],
      "default-src 'self'; style-src 'sha256-a' 'self'; img-src 'self' data:",
    ],
  ])('%j', (policies, one) => {
    expect(widest(...policies)).toBe(one)
  })

  test('is none where one page says nothing about what another one limits', () => {
    expect(() => widest("default-src 'self'", "default-src 'self'; base-uri 'none'")).toThrow(/base-uri/)
  })
})

describe('a page in order', () => {
  const meta = `<meta http-equiv="content-security-policy" content="default-src 'self'; img-src data:">`
  const style = '<style>astro-island,astro-slot{display:contents}</style>'

  test('has its policy before every style, script and link, and no style in its body', () => {
    const html = `<html><head><meta charset="utf-8"><style>a{}</style>${meta}<link></head><body><p></p>${style}<i></i></body></html>`
    expect(orderPage(html)).toEqual({
      html: `<html><head><meta charset="utf-8">${meta}<style>a{}</style><link>${style}</head><body><p></p><i></i></body></html>`,
      policy: "default-src 'self'; img-src data:",
    })
  })

  test('names no script and no style that does not stand in it', () => {
    const [script, other] = [inlineHash('run()'), inlineHash('walk()')]
    const policy = `script-src 'self' '${script}' '${other}'; style-src '${inlineHash('')}' '${other}'`
    const html = `<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${policy}"><style></style></head><script type="module">run()</script>`
    expect(orderPage(html).policy).toBe(`script-src 'self' '${script}'; style-src '${inlineHash('')}'`)
    expect(orderPage(html).html).not.toContain(other)
  })

  test('begins its islands behind the first paint, and no other script', () => {
    const directive = '(()=>{})(self.Astro||(self.Astro={})).wake=h;'
    const element = '(()=>{customElements.define("astro-island",f)})();'
    const scripts = `<script>${directive}</script><script>${element}</script>`
    const policy = meta.replace('img-src', "script-src 'self'; img-src")
    const html = `<html><head><meta charset="utf-8">${policy}<script>early()</script></head><body>${scripts}<i></i></body></html>`
    const begin = `()=>{${directive}\n${element}\n}`
    const read = `document.readyState=='loading'?document.addEventListener('readystatechange',b,{once:true}):b()`
    const later = `(b=>{const r=()=>${read};document.hidden?r():requestAnimationFrame(()=>setTimeout(r))})(${begin})`
    const page = orderPage(html)
    expect(page.html).toMatch(/<script>early\(\)<\/script><\/head><body><i><\/i><script>/)
    expect(page.html.endsWith(`<script>${later}</script></body></html>`)).toBe(true)
    expect(page.policy).toContain(`script-src 'self' '${inlineHash(later)}'; img-src`)
  })

  test.each([
    ['no policy', '<head><meta charset="utf-8"></head>'],
    ['two policies', `<head><meta charset="utf-8">${meta}${meta}</head>`],
    ['another beginning', `<head><title>x</title><meta charset="utf-8">${meta}</head>`],
  ])('is none with %s', (_, html) => {
    expect(() => orderPage(html)).toThrow(/one policy/)
  })
})
