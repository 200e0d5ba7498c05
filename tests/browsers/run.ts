import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeError } from '../../db/describe-error.ts'
import { startStack, type Stack } from '../../netlify/local/stack.ts'
import bringBuiltProjectUpToDate, { BUILT_PROJECT } from '../support/built-project.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { done, type BrowserKind, type Driven } from './driven.ts'
import { firefox } from './firefox.ts'
import { journeys, type People } from './journeys.ts'
import { freePort } from '../support/free-port.ts'
import { findProgram } from './program.ts'
import { startTlsFront } from './tls-front.ts'
import { visitorOf } from './visitor.ts'
import { webkit } from './webkit.ts'

const HELP = `Goes the ways that have to work everywhere (journeys.ts) in Firefox and in WebKit, as Debian ships them, through the built
portal. Chromium has all journeys: npm run test:e2e.

  npm run test:browsers -- [--browser NAME] [--only TEXT] [--pictures FOLDER] [--help]

  --browser NAME      only firefox or webkit
  --only TEXT         only journeys whose title has this text
  --pictures FOLDER   write a picture of the page at the end of each
  --help              this text

Exit status: 0 all of them work, or a browser is not installed, which is said; 1 one does not work.`

const { values } = parseArgs({
  options: {
    browser: { type: 'string' },
    only: { type: 'string', default: '' },
    pictures: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else process.exitCode = await run()

async function run(): Promise<number> {
  const kinds = [firefox, webkit].filter(
    ({ name }) => !values.browser || name.toLowerCase() === values.browser,
  )
  const installed = kinds.flatMap((kind) => {
    const programs = programsOf(kind)
    if (!programs) console.log(`${kind.name} is not here: apt-get install ${kind.packages.join(' ')}`)
    return programs ? [{ kind, programs }] : []
  })
  if (installed.length === 0) return 0

  const openssl = findProgram('openssl')
  if (!openssl) {
    console.log('openssl is not here: apt-get install openssl')
    return 0
  }

  await bringBuiltProjectUpToDate()
  const front = await startTlsFront(openssl)
  const ports = { site: await freePort(), mailbox: 0, postgres: 0 }
  front.leadTo(ports.site)
  const portal = await startStack({
    root: BUILT_PROJECT,
    dataFolder: null,
    host: '127.0.0.1',
    ports,
    siteUrl: front.url,
  })
  try {
    let failed = 0
    for (const { kind, programs } of installed) failed += await goEvery(kind, programs, portal)
    return failed > 0 ? 1 : 0
  } finally {
    front.close()
    await portal.close()
  }
}

/** Where the first of its alternatives, or each of its programs, is; null when one is missing. */
function programsOf({ programs }: BrowserKind): string[] | null {
  const found = programs.map((names) => names.map(findProgram).find((path) => path !== null))
  return found.every((path) => path !== undefined) ? found : null
}

/** Each in a browser of its own, as nobody has been there before. Returns how many failed. */
async function goEvery(kind: BrowserKind, programs: string[], portal: Stack): Promise<number> {
  let failed = 0
  for (const [title, go] of Object.entries(journeys)) {
    if (!title.includes(values.only)) continue
    const browser = await kind.start(programs)
    const begun = performance.now()
    try {
      await browser.resize(1280, 900)
      await go(visitorOf(browser, portal.siteUrl), peopleOf(portal))
      const errors = browser.takeErrors()
      if (errors.length > 0) throw new Error(`the page threw: ${errors.join('; ')}`)
      console.log(`  ✓ ${kind.name}: ${title} (${Math.round(performance.now() - begun)} ms)`)
    } catch (error) {
      failed += 1
      console.log(`  ✗ ${kind.name}: ${title}\n      ${describeError(error)}`)
    } finally {
      if (values.pictures) await keepPicture(values.pictures, `${kind.name} ${title}`, browser)
      await browser.close()
    }
  }
  return failed
}

function peopleOf(portal: Stack): People {
  return {
    async member() {
      const email = `founder-${randomUUID()}@example.com`
      await signedInMember(portal, { email, status: 'approved' })
      return email
    },
    decide: (email, status) => done(query(portal, 'select from decide_membership($1, $2)', [email, status])),
  }
}

async function keepPicture(folder: string, title: string, browser: Driven): Promise<void> {
  await mkdir(folder, { recursive: true })
  const picture = await browser.picture().catch(() => null)
  if (picture) await writeFile(join(folder, `${title.replace(/\W+/g, '-')}.png`), picture)
}
