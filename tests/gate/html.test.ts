import { HtmlValidate, type ConfigData } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { readBuiltSite, readPageTitles, stylesOf } from '../support/built-site.ts'
import { elements, parseHtml, textOf } from '../support/html.ts'
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
/** In the tests’ programme, the one page that isn’t for every member. */
const FOR_MENTORS = '/mentor-lounge'
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
  const page = parseHtml(html)

  test('is valid HTML', async () => {
    expect(await mistakesIn(file, html)).toEqual([])
  })

  test('has a title in English', () => {
    expect(elements(page, 'html').map(({ attribs }) => attribs.lang)).toEqual(['en'])
    expect(textOf(elements(page, 'title')[0]).length).toBeGreaterThan(2)
  })

  test('has one stylesheet of Tailwind', () => {
    expect(stylesOf(site, html).match(/tailwindcss v4/g)).toHaveLength(1)
  })

  test('has one first heading', () => {
    expect(elements(page, 'h1:not(template *)')).toHaveLength(1)
  })

  test('has no style attribute, which the policy refuses', () => {
    expect(elements(page, '[style]').map(({ name }) => name)).toEqual([])
  })

  test('has no "Sign out" button before its script has loaded', () => {
    expect(elements(page, 'button[data-sign-out]:not([disabled])')).toHaveLength(0)
  })

  test('has a security policy that allows its own frames only', () => {
    expect(elements(page, 'meta[http-equiv="content-security-policy" i]')).toHaveLength(1)
    expect([...ownPolicy(html).keys()]).toEqual(['frame-src'])
  })

  test('sandboxes no document of this site', () => {
    expect(elements(page, 'iframe[sandbox][src^="/"]:not([src^="//"])')).toHaveLength(0)
  })
})

const titles = [...readPageTitles()].filter(([path]) => path !== FOR_MENTORS)

describe.each(titles)('%s', (path, title) => {
  const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`
  const page = parseHtml(pages.find(([name]) => name === file)?.[1] ?? '')

  test('has the title that an editor gave it', () => {
    expect(textOf(elements(page, 'title')[0])).toBe(`${title} · Lanai`)
  })

  test('lists the navigation', () => {
    expect(linksIn('nav[aria-label="Main"] a[href^="/"]')).toEqual(links)
  })

  test('marks itself in the navigation', () => {
    expect(linksIn('nav[aria-label="Main"] a[aria-current="page"]')).toEqual(
      links.filter(({ href }) => href === path),
    )
  })

  test('lists the channels', () => {
    expect(linksIn('section[aria-label="Channels"] a').map(({ label }) => label)).toEqual(
      ['Program', 'Social', 'Whiteboard'].map((name) => `${name} (opens in a new tab)`),
    )
  })

  test('has five links in its footer', () => {
    expect(linksIn('footer a')).toHaveLength(5)
  })

  test('opens other sites in new tabs', () => {
    const kept = 'a[href^="https:"]:not([target="_blank"][rel^="noopener"])'
    expect(linksIn(kept)).toEqual([])
  })

  test('has its content before the sidebar', () => {
    const every = elements(page, '*')
    const places = ['[href="#navigation"]', 'header', 'main', 'footer', '#navigation']
    const order = places.map((place) => every.findIndex((element) => element === elements(page, place)[0]))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
  })

  test('lists each page of the navigation once', () => {
    const shell = elements(page, '[href]:not(main *)').map(({ attribs }) => attribs.href)
    for (const { href } of links)
      expect(
        shell.filter((each) => each === href),
        href,
      ).toHaveLength(1)
  })

  test('has no dialog', () => {
    expect(elements(page, 'dialog')).toEqual([])
  })

  function linksIn(selector: string) {
    return elements(page, selector).map((link) => ({ label: textOf(link), href: link.attribs.href }))
  }
})

async function mistakesIn(file: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, file)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ line, ruleId, message, selector }) => `${file}:${line} ${ruleId}: ${message} (${selector ?? ''})`)
}
