import { describe, expect, test } from 'vitest'
import { readBuiltSite, pathOf } from '../support/built-site.ts'
import { readPageTitles } from '../support/built-site.ts'

const site = readBuiltSite()
const titles = readPageTitles()

/** What tests/gate/gate.test.ts shows to members alone, page by page. docs/product.md, Navigation: labels, order and paths of the sample programme. */
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

describe.each([...titles])('%s', (path, title) => {
  test('has that title', () => {
    expect(textOf(/<title>(.*?)<\/title>/s, builtPage(path))).toBe(`${title} · Lanai`)
  })

  test('lists the whole navigation in its order, and marks no page but this one', () => {
    const page = builtPage(path)
    const navigation = /<nav aria-label="Main".*?<\/nav>/s.exec(page)?.[0] ?? ''
    expect(anchorsOf(navigation).filter(({ href }) => href.startsWith('/'))).toEqual(links)
    const marked = [...navigation.matchAll(/<a [^>]*href="([^"]*)"[^>]*aria-current="page"/g)].map(
      ([, href]) => href,
    )
    expect(marked).toEqual(links.some(({ href }) => href === path) ? [path] : [])
  })

  test('has the channels and the footer’s links, each in a new tab', () => {
    const page = builtPage(path)
    const channels = anchorsOf(/<section aria-labelledby="channels".*?<\/section>/s.exec(page)?.[0] ?? '')
    expect(channels.map(({ label }) => label)).toEqual(
      ['Program', 'Social', 'Whiteboard'].map((name) => `${name} (opens in a new tab)`),
    )
    const footer = /<footer.*?<\/footer>/s.exec(page)?.[0] ?? ''
    expect(footer).toContain('© 2024 Lanai')
    expect(anchorsOf(footer)).toHaveLength(5)
    for (const [anchor] of page.matchAll(/<a [^>]*href="https:[^>]*>/g)) {
      expect(anchor).toContain('target="_blank"')
      expect(anchor).toContain('rel="noopener')
    }
  })
})

function builtPage(path: string): string {
  const file = site.protectedFiles.find(
    (candidate) => candidate.endsWith('.html') && pathOf(candidate) === path,
  )
  return site.readProtected(file ?? '')
}

function anchorsOf(html: string): { label: string; href: string }[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', inner = '']) => ({
    label: withoutTags(inner),
    href,
  }))
}

function textOf(pattern: RegExp, html: string): string {
  return withoutTags(pattern.exec(html)?.[1] ?? '')
}

function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
