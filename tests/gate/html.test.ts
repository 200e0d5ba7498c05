import { HtmlValidate, type ConfigData } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { readBuiltSite, readPageTitles, stylesOf } from '../support/built-site.ts'
import { builtPages, ownPolicy } from './built-pages.ts'

/** What every built page is held to: all that html-validate recommends, but for what stands here with its reason. */
const htmlRules: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  // Astro writes one rule for its islands in front of the first of them, and browsers take it there.
  elements: ['html5', { style: { flow: true, phrasing: true } }],
  rules: {
    // React's way of writing, all of it valid: `autoComplete`, `<input/>`, `novalidate=""` and `download=""`.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // React's ids begin with an underscore, which a selector takes as well.
    'valid-id': ['error', { relaxed: true }],
    // Checkboxes of one question share its name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    // Hits come from a search, and a `<select>` cannot hold them; the sidebar is a dialog where it is a popover.
    'prefer-native-element': ['error', { exclude: ['listbox', 'complementary'] }],
    // It counts what waits in a `<template>`, and a tab's panel and the one frame in it bear one name.
    'unique-landmark': 'off',
  },
}

const site = readBuiltSite()
const pages = builtPages(site)
const validator = new HtmlValidate(htmlRules)

/** docs/product.md, Navigation: labels, order and paths of the sample programme. */
const GROUPS = `
Leaderboard /leaderboard: Weekly Updates /weekly-updates; Cohort Progress /cohort-progress
Onboarding /onboarding: Get Started Video /get-started; Onboarding Intake Form /onboarding-intake; Pre-Cohort Intake Forms /pre-cohort-intake-forms
Calendar /calendar: Weekly Calendar /weekly-calendar; Monthly Calendar /cohort-17-calendar; Office Hour Sign Up /office-hour-signup; Quick Feedback Survey /feedback
Mentors /mentors: All Mentors /all-mentors; Lead Mentors /lead-mentors; Request Mentor /request-mentor
Resources /resources: Library /library; Tools /tools; Perks /perks
Network /network: Companies /companies; Founders /founders; Investors /investors; Talent Hub /talent-hub
Curriculum /curriculum: Video Playlist /video-playlist`

const links = GROUPS.trim()
  .split(/\n|[:;] /)
  .map((link) => /^(?<label>.+) (?<href>\/\S+)$/.exec(link)?.groups ?? {})

describe.each(pages)('%s', (file, html) => {
  test('is valid HTML with a title, one first heading and no style attribute', async () => {
    expect(await mistakesIn(file, html)).toEqual([])
    expect(html).toMatch(/<html lang="en"[^]*<title>[^<]{3,}<\/title>/)
    expect(stylesOf(site, html).match(/tailwindcss v4/g)).toHaveLength(1)
    expect(html.replaceAll(/<template.*?<\/template>/gs, '').match(/<h1[\s>]/g)).toHaveLength(1)
    expect(html, 'style attributes are refused by the policy').not.toMatch(/<[^>]+\sstyle="/)
  })

  test('has no "Sign out" to press before the script that does it', () => {
    for (const [button] of html.matchAll(/<button[^>]*data-sign-out[^>]*>/g))
      expect(button).toMatch(/\sdisabled/)
  })

  test('says in its own policy what it frames, and sandboxes no document of this site', () => {
    expect(html.match(/http-equiv="content-security-policy"/gi)).toHaveLength(1)
    expect([...ownPolicy(html).keys()]).toEqual(['frame-src'])
    const own = [...html.matchAll(/<iframe[^>]*\ssrc="\/(?!\/)[^>]*>/g)].map(([frame]) => frame)
    expect(own.filter((frame) => /\ssandbox[\s=>]/.test(frame))).toEqual([])
  })
})

test.each([...readPageTitles()])(
  '%s lists the navigation, marks itself, and opens other sites in tabs',
  (path, title) => {
    const html = readPage(path)
    expect(withoutTags(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '')).toBe(`${title} · Lanai`)
    const navigation = /<nav aria-label="Main".*?<\/nav>/s.exec(html)?.[0] ?? ''
    expect(anchorsOf(navigation).filter(({ href }) => href.startsWith('/'))).toEqual(links)
    const marked = [...navigation.matchAll(/<a [^>]*href="([^"]*)"[^>]*aria-current="page"/g)]
    expect(marked.map(([, href]) => href)).toEqual(links.some(({ href }) => href === path) ? [path] : [])
    const channels = anchorsOf(/<section aria-label="Channels".*?<\/section>/s.exec(html)?.[0] ?? '')
    expect(channels.map(({ label }) => label)).toEqual(
      ['Program', 'Social', 'Whiteboard'].map((name) => `${name} (opens in a new tab)`),
    )
    expect(anchorsOf(/<footer.*?<\/footer>/s.exec(html)?.[0] ?? '')).toHaveLength(5)
    for (const [anchor] of html.matchAll(/<a [^>]*href="https:[^>]*>/g))
      expect(anchor).toMatch(/(?=.*target="_blank")(?=.*rel="noopener)/)
  },
)

test.each([...readPageTitles().keys()])('%s has its content before the sidebar', (path) => {
  const html = readPage(path)
  const places = ['href="#navigation"', '<header', '<main', '<footer', 'id="navigation"']
  const order = places.map((mark) => html.indexOf(mark))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

test.each([...readPageTitles().keys()])('%s lists each page of the navigation once', (path) => {
  const shell = readPage(path).replace(/<main.*?<\/main>/s, '')
  for (const { href } of links) expect(shell.split(`href="${href}"`), href).toHaveLength(2)
})

test.each([...readPageTitles().keys()])('%s holds no dialog that is closed', (path) => {
  expect(readPage(path).match(/<dialog/g), 'the sidebar').toHaveLength(1)
})

function readPage(path: string): string {
  return site.readProtected(path === '/' ? 'index.html' : `${path.slice(1)}.html`)
}

async function mistakesIn(file: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, file)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ line, ruleId, message, selector }) => `${file}:${line} ${ruleId}: ${message} (${selector ?? ''})`)
}

function anchorsOf(html: string): { label: string; href: string }[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', inner = '']) => ({
    label: withoutTags(inner),
    href,
  }))
}

function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
