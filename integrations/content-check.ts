import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { AstroIntegration, AstroIntegrationLogger } from 'astro'
import type { ViteDevServer } from 'vite'
import { adviseOnContent, checkContent } from '../src/content-check/check.ts'
import { ContentError, formatProblems, type Problem } from '../src/content-check/problem.ts'
import { readUnfinished, refusedSamples, describeUnfinished } from '../src/content-check/unfinished.ts'
import type { Pack } from '../src/schemas/files.ts'
import { writeProgrammeWords } from '../tools/programme-words.ts'

/**
 * Stops a build, before anything is made, at the first look at the content: with every mistake in it, each with file,
 * line and remedy. Astro's own check of a collection stops at one entry and knows no lines. A build for production stops at
 * samples too, unless the content says that members may see them; every other build lists them at its end.
 */
export function contentCheck(packs: readonly Pack[], isForProduction = false): AstroIntegration {
  let root = ''
  const check = () => checkContent(root, packs)
  return {
    name: 'lanai-content-check',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        root = fileURLToPath(config.root)
        const problems = await check()
        if (problems.length === 0 && command === 'build' && isForProduction)
          problems.push(...refusedSamples(root, packs))
        if (problems.length > 0) throw new ContentError(problems)
        advise(root, logger)
        // What mails say about the programme.
        writeProgrammeWords(root)
      },
      'astro:build:done': ({ logger }) => {
        for (const sentence of describeUnfinished(readUnfinished(root, packs))) logger.warn(sentence)
      },
      'astro:server:setup': ({ server, logger }) => watch(server, check, logger, () => advise(root, logger)),
    },
  }
}

function advise(root: string, logger: AstroIntegrationLogger): void {
  const advice = adviseOnContent(root, new Date().toISOString().slice(0, 10))
  if (advice) logger.warn(advice)
}

const IS_CONTENT = /[\\/]src[\\/]content[\\/]/

/**
 * In development a mistake is named in the terminal when it is saved, and over the page for as long as it is there, also
 * after Astro has reloaded the page.
 */
function watch(
  server: ViteDevServer,
  checkAll: () => Promise<Problem[]>,
  logger: AstroIntegrationLogger,
  onSound: () => void,
): void {
  let problems: Problem[] = []
  const tellBrowsers = () => {
    if (problems.length > 0) server.ws.send({ type: 'error', err: overlay(problems) })
  }
  const check = async () => {
    const before = problems
    problems = await checkAll()
    // One save may be several events, and is reported once.
    const isNew = !isDeepStrictEqual(problems, before)
    if (problems.length > 0 && isNew) logger.error(formatProblems(problems))
    if (problems.length === 0) onSound()
    if (problems.length === 0 && isNew) {
      logger.info('The content has no mistakes now.')
      server.ws.send({ type: 'full-reload' })
    }
    tellBrowsers()
  }
  let timer: NodeJS.Timeout | undefined
  let checks = Promise.resolve()
  const onChange = (path: string) => {
    if (!IS_CONTENT.test(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      checks = checks.then(check).catch((cause: unknown) => logger.error(String(cause)))
    }, 20)
  }
  for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, onChange)
  server.ws.on('connection', tellBrowsers)
}

/** The line is shown in its file where Astro can colour such a file; of another, it throws instead of showing anything. */
function overlay(problems: readonly Problem[]) {
  const [first] = problems
  const loc = first && /\.(?:md|yaml)$/.test(first.file) ? { ...first } : undefined
  return { message: formatProblems(problems), stack: '', ...(loc && { loc }) }
}
