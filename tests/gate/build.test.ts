import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { CohortView } from '#src/shared/playlist/view.ts'
import { publicErrorScreens, publicFiles, publicScreens } from '#src/shared/paths.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { PROGRAMME } from '../support/project-copy.ts'

const site = readBuiltSite()
const protectedPages = site.protectedFiles.filter(
  (file) => file.endsWith('.html') && !file.startsWith('states/') && !file.startsWith('samples/'),
)

/** The addresses that docs/product.md, Protected pages, promises to members. */
const product = readFileSync(join(import.meta.dirname, '../../docs/product.md'), 'utf8')
const [, promised = ''] = /^## Protected pages$([^]*?)^## /m.exec(product) ?? []
const protectedRoutes = [...promised.matchAll(/`(\/[\w-]*)`/g)].map(([, path]) => path)

test('every protected page that members know lies in the vault, and nothing else does', () => {
  const routes = protectedPages.map(pathOf).filter((path) => !path.startsWith('/video-playlist/'))
  expect(routes.sort()).toEqual(protectedRoutes.sort())
})

test('cohorts, transcripts and what the search reads lie in the vault', () => {
  expect(site.protectedFiles).toEqual(
    expect.arrayContaining([
      'video-playlist/cohort-17.html',
      'video-playlist/cohort-17.json',
      'video-playlist/cohort-17/00-week-0/01-onboarding.html',
      'video-playlist/cohort-17/00-week-0/01-onboarding.json',
      'spoken/cohort-17.json',
      'search.json',
    ]),
  )
})

test('outside the vault there are only the public screens, public files, scripts and styles', () => {
  const listed = [
    ...[...publicScreens, ...publicErrorScreens].map((path) => `${path.slice(1)}.html`),
    ...publicFiles.map((path) => path.slice(1)),
    '_redirects',
    '_headers',
  ]
  const unlisted = site.publicFiles.filter((file) => !file.startsWith('_astro/') && !listed.includes(file))
  expect(unlisted).toEqual([])
})

describe('no member-only byte lies outside the vault', () => {
  const text = site.publicFiles
    .filter((file) => !/\.(?:woff2|png|ico)$/.test(file))
    .map((file) => [file, site.read(file)] as const)

  test.each(protectedPages)('%s', (file) => {
    for (const canary of canariesOf(site.readProtected(file)))
      expect(text.filter(([, content]) => content.includes(canary)).map(([name]) => name)).toEqual([])
  })

  test('no address of a members’ channel, and no markers to write members into', () => {
    const navigation = parse(readFileSync(join(PROGRAMME, 'navigation.yaml'), 'utf8')) as Navigation
    const secrets = navigation.channels.map(({ href }) => href)
    const leaks = text.flatMap(([name, content]) =>
      secrets.filter((secret) => content.includes(secret)).map((secret) => `${name}: ${secret}`),
    )
    expect(leaks).toEqual([])
    // Scripts hold the markers' form, as what they write while pages are built.
    const pages = text.filter(([name]) => name.endsWith('.html'))
    expect(pages.filter(([, content]) => content.includes('[[viewer:')).map(([name]) => name)).toEqual([])
  })

  test('no id and no title of a video', () => {
    const cohort = JSON.parse(site.readProtected('video-playlist/cohort-17.json')) as CohortView
    const videos = cohort.weeks?.flatMap((week) => week.videos) ?? []
    const ids = videos.map(({ videoId }) => videoId)
    const titles = videos.map(({ title }) => title)
    expect(ids).toHaveLength(35)
    // A title of one word, such as Onboarding, may be the name of something else as well.
    const secrets = [...ids, ...titles.filter((title) => title.includes(' '))]
    const leaks = text.flatMap(([name, content]) =>
      secrets.filter((secret) => content.includes(secret)).map((secret) => `${name}: ${secret}`),
    )
    expect(leaks).toEqual([])
  })

  test('source maps', () => {
    expect(site.publicFiles.filter((file) => file.endsWith('.map'))).toEqual([])
  })
})

/** Two thirds are Neon's driver. What grows it past this has come in by mistake. */
const EDGE_BUDGET_BYTES = 240_000

describe('the edge bundle', () => {
  const path = join(BUILT_PROJECT, '.netlify/v1/edge-functions/middleware/middleware.mjs')
  const bundle = readFileSync(path, 'utf8')

  test('knows no secret, and no code for passwords, mail or pictures', () => {
    const suspects = [/postgres(?:ql)?:\/\/\w+:\w+@/, /argon2/, /postmark/, /avatars"/]
    expect(suspects.filter((suspect) => suspect.test(bundle))).toEqual([])
  })

  test('knows no provider of embeds and nothing of the content, and stays as small as it is', () => {
    const suspects = [/airtable/i, /typeform/i, /docs\.google/, /youtube\.com/, /Onboarding/]
    expect(suspects.filter((suspect) => suspect.test(bundle))).toEqual([])
    expect(Buffer.byteLength(bundle)).toBeLessThan(EDGE_BUDGET_BYTES)
  })

  test('covers every path but scripts, styles and pictures, fails closed, and has a rate limit as the function does', async () => {
    const { config } = (await import(pathToFileURL(path).href)) as { config: Record<string, unknown> }
    const rateLimit = { windowLimit: 6000, windowSize: 60, aggregateBy: ['ip', 'domain'] }
    expect(config).toMatchObject({ path: '/*', excludedPath: ['/_astro/*', '/.netlify/images/*'], rateLimit })
    const ssr = readFileSync(join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs'), 'utf8')
    expect(ssr).toContain('preferStatic: true, rateLimit: { windowLimit: 3000, windowSize: 60')
    expect(config).not.toHaveProperty('onError')
    expect(config).not.toHaveProperty('cache')
  })
})

test('every public screen and members’ page has a title, one first heading and a policy for its scripts', () => {
  const html = [
    ...site.publicFiles
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, site.read(file)] as const),
    ...site.protectedFiles
      // The editor writes its page itself, and its policy comes with it (tests/gate/edit.test.ts).
      .filter((file) => file.endsWith('.html') && file !== 'edit.html')
      .map((file) => [file, site.readProtected(file)] as const),
  ]
  for (const [file, content] of html) {
    expect(content, file).toMatch(/<title>[^<]{3,}<\/title>/)
    expect(content.match(/<h1[\s>]/g), file).toHaveLength(1)
    expect(content, file).toMatch(/http-equiv="content-security-policy"/i)
    expect(content, file).toMatch(/<html lang="en"/)
    expect(content, `${file}: style attributes are refused by the policy`).not.toMatch(/<[^>]+\sstyle="/)
  }
})

interface Navigation {
  channels: { href: string }[]
}
