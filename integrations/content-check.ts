import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { AstroIntegration, AstroIntegrationLogger } from 'astro'
import type { ViteDevServer } from 'vite'
import { adviseOnContent, checkContent } from '../src/content-check/check.ts'
import { ContentError, formatProblems, type ContentProblem } from '../src/content-check/problem.ts'
import { readUnfinished, refusedSamples, describeUnfinished } from '../src/content-check/unfinished.ts'
import { writeProgramme } from '../tools/programme.ts'

/**
 * Fails a build before it starts if the content has mistakes, and lists them all with file, line and remedy. (Astro's check
 * stops at the first entry and has no line numbers.) A production build also fails for samples unless site.yaml allows them;
 * other builds list them at the end.
 */
export function contentCheck(isForProduction = false): AstroIntegration {
  let root = ''
  const check = () => checkContent(root)
  return {
    name: 'lanai-content-check',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        root = fileURLToPath(config.root)
        const problems = await check()
        if (problems.length === 0 && command === 'build' && isForProduction)
          problems.push(...refusedSamples(root))
        if (problems.length > 0) throw new ContentError(problems)
        advise(root, logger)
        await writeProgramme(root)
      },
      'astro:build:done': ({ logger }) => {
        for (const sentence of describeUnfinished(readUnfinished(root))) logger.warn(sentence)
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
 * In development, reports mistakes in the terminal when a file is saved, and in an overlay until they are fixed, also after a
 * reload.
 */
function watch(
  server: ViteDevServer,
  checkAll: () => Promise<ContentProblem[]>,
  logger: AstroIntegrationLogger,
  onValid: () => void,
): void {
  let problems: ContentProblem[] = []
  const showOverlay = () => {
    if (problems.length > 0) server.ws.send({ type: 'error', err: overlay(problems) })
  }
  const check = async () => {
    const before = problems
    problems = await checkAll()
    // Debounce: one save may emit several events.
    const isNew = !isDeepStrictEqual(problems, before)
    if (problems.length > 0 && isNew) logger.error(formatProblems(problems))
    if (problems.length === 0) onValid()
    if (problems.length === 0 && isNew) {
      logger.info('The content has no mistakes now.')
      server.ws.send({ type: 'full-reload' })
    }
    showOverlay()
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
  server.ws.on('connection', showOverlay)
}

/** Points to the line only in files that Astro can highlight; for others its overlay would throw. */
function overlay(problems: readonly ContentProblem[]) {
  const [first] = problems
  const loc = first && /\.(?:md|yaml)$/.test(first.file) ? { ...first } : undefined
  return { message: formatProblems(problems), stack: '', ...(loc && { loc }) }
}
