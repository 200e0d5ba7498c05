import { join } from 'node:path'
import { checkContent } from '../src/content-check/check.ts'
import { formatProblems } from '../src/content-check/problem.ts'
import { npmCommand, runCommand, type Status } from '../tools/command.ts'
import { setTimeout as wait } from 'node:timers/promises'
import pMap from 'p-map'
import { readContent, type ContentFile } from '../src/content-check/content.ts'
import { PLAYLIST, readPlaylist } from '../src/content-check/playlist.ts'
import { outwardLinks } from '../src/content-check/text-links.ts'
import { framesOf } from '../src/schemas/page-frames.ts'
import { isSample, videosOf, watchUrl } from '../src/shared/playlist/view.ts'

/**
 * `npm run check:embeds`. Returns the exit status; the report goes to standard output, errors to standard error.
 *
 * @param ask another server, for tests, which have no time for long pauses.
 */
export function checkEmbeds(args: string[], root: string, ask?: Ask, pauseMs?: number): Promise<Status> {
  const command = npmCommand(
    'check:embeds',
    'Requests every external URL in the content and lists broken ones: frames, recordings, channels, social links, session links, and ' +
      'links in announcements and video descriptions.',
  ).addHelpText(
    'after',
    '\nExit status: 0 nothing broken, 1 broken URLs, 2 no network, mistakes in the content, or wrong arguments.',
  )
  return runCommand(command, args, () => report(root, ask, pauseMs))
}

async function report(root: string, ask?: Ask, pauseMs?: number): Promise<Status> {
  const mistakes = checkContent(root)
  if (mistakes.length > 0) {
    console.error(formatProblems(mistakes))
    return 2
  }
  const checked = await checkAddresses(readAddresses(root), ask, pauseMs)
  if (checked.length > 0 && checked.every(({ problem }) => problem === SILENT)) {
    console.error('No URL answered, so this machine seems to be offline.')
    return 2
  }
  const broken = checked.filter(({ problem }) => problem !== null)
  for (const { files, href, problem } of broken) console.log(`${files.join(', ')}: ${href} ${problem}`)
  console.log(`${checked.length} checked, ${broken.length || 'none'} broken.`)
  return broken.length > 0 ? 1 : 0
}

/** Adds what is wrong with each address, as the end of a sentence; null where it works. Asks again before it says so. */
export function checkAddresses(
  addresses: readonly Address[],
  ask: Ask = askPage,
  pauseMs = 2000,
): Promise<CheckedAddress[]> {
  const check = async (address: Address) => {
    if (!(await findProblem(address, ask))) return { ...address, problem: null }
    await wait(pauseMs)
    return { ...address, problem: await findProblem(address, ask) }
  }
  return pMap(addresses, check, { concurrency: 6 })
}

type CheckedAddress = Address & { problem: string | null }

export type Ask = (url: string) => Promise<Response>

export function askPage(url: string, timeoutMs = 10_000): Promise<Response> {
  return fetch(url, { headers: HEADERS, signal: AbortSignal.timeout(timeoutMs) })
}

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (compatible; Lanai check:embeds)',
}

const SILENT = 'doesn’t answer'

async function findProblem({ href, src }: Address, ask: Ask): Promise<string | null> {
  const answer = await ask(src ?? href).catch(() => null)
  if (!answer) return SILENT
  // A body may be endless, so it isn't read.
  await answer.body?.cancel()
  const { ok, status, headers } = answer
  if (src === null) return ok || BLOCKS_PROGRAMS.has(status) ? null : `answers ${status}`
  if (SIGN_IN.test(answer.url)) return 'asks visitors to sign in'
  if (!ok) return `answers ${status}`
  return findRefusal(headers) ?? (src.startsWith(YOUTUBE) ? findVideoProblem(href, ask) : null)
}

// Social networks block programs, so only a person can check these.
const BLOCKS_PROGRAMS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999])

const SIGN_IN = /^https:\/\/accounts\.google\.com\/|^[^?#]*\/(?:login|signin|ServiceLogin)\b/

// A frame-ancestors list may name this portal, so only a refusal of every site counts.
function findRefusal(headers: Headers): string | null {
  const policies = headers.get('content-security-policy') ?? ''
  const [refusal] = /frame-ancestors\s+'(?:none|self)'\s*(?=[;,]|$)/i.exec(policies) ?? []
  if (refusal) return `refuses frames (${refusal})`
  const options = headers.get('x-frame-options')
  // Browsers ignore it if a policy has frame-ancestors.
  return options && !policies.includes('frame-ancestors')
    ? `refuses frames (X-Frame-Options: ${options})`
    : null
}

const YOUTUBE = 'https://www.youtube-nocookie.com/'

// YouTube answers 200 for any video id; only its oEmbed service tells whether it exists and may be embedded.
async function findVideoProblem(href: string, ask: Ask): Promise<string | null> {
  const query = new URLSearchParams({ url: href, format: 'json' })
  const answer = await ask(`https://www.youtube.com/oembed?${query}`).catch(() => null)
  if (!answer) return SILENT
  const { status } = answer
  if (status === 401 || status === 403) return 'is private or doesn’t allow embedding'
  return status === 400 || status === 404 ? 'doesn’t exist' : null
}

export interface Address {
  href: string
  src: string | null
  files: string[]
}

function readAddresses(root: string): Address[] {
  const content = readContent(root)
  const { cohorts } = readPlaylist(content)
  const addresses: Address[] = [
    ...content.files.flatMap((file) =>
      addressesIn(file).map((address) => ({ ...address, files: [file.source.file] })),
    ),
    ...cohorts
      .flatMap(videosOf)
      .filter((video) => !isSample(video))
      .map((video) => ({
        href: watchUrl(video),
        src: `https://www.youtube-nocookie.com/embed/${video.videoId}`,
        files: [`${PLAYLIST}/${video.path}.md`],
      })),
  ]
  const external = addresses.filter(
    ({ href }) => href.startsWith('https:') && !EXAMPLE.test(new URL(href).hostname),
  )
  return [...Map.groupBy(external, ({ href, src }) => src ?? href).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, files: [...new Set(same.flatMap(({ files }) => files))] })),
  )
}

// Hosts that are reserved for examples (RFC 2606).
const EXAMPLE = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)$/

function addressesIn(file: ContentFile): Omit<Address, 'files'>[] {
  const links = (hrefs: readonly string[]) => hrefs.map((href) => ({ href, src: null }))
  switch (file.kind) {
    case 'announcement':
    case 'video':
      return links(outwardLinks(file.body))
    case 'event':
      return links(file.data?.join ? [file.data.join] : [])
    case 'navigation':
      return links([...(file.data?.channels ?? []), ...(file.data?.social ?? [])].map(({ href }) => href))
    case 'page': {
      if (!file.data) return []
      if (file.data.kind === 'text') return links(outwardLinks(file.data.text))
      // Tabs that are pages have their own files.
      return framesOf(file.data).map(({ frame: { embed } }) => ({
        href: embed.href,
        src: embed.opensInNewTab ? null : embed.src,
      }))
    }
    default:
      return []
  }
}

if (import.meta.main)
  process.exitCode = await checkEmbeds(process.argv.slice(2), join(import.meta.dirname, '..'))
