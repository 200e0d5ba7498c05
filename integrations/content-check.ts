import { fileURLToPath } from 'node:url'
import type { AstroIntegration, HookParameters } from 'astro'
import { checkContent } from '../src/content-check/check.ts'
import { readContent } from '../src/content-check/content.ts'
import { ContentError, formatProblems } from '../src/content-check/problem.ts'
import { countSamples, listSamples, refusedSamples } from '../src/content-check/samples.ts'
import { writeProgramme } from '../tools/programme.ts'

/**
 * Fails a build before it starts if the content has mistakes, and lists them all with file, line and remedy. (Astro's check
 * stops at the first entry and has no line numbers.) A production build also fails for samples unless site.yaml allows them;
 * other builds list them at the end.
 */
export function contentCheck(isForProduction = false): AstroIntegration {
  let root = ''
  return {
    name: 'lanai-content-check',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        root = fileURLToPath(config.root)
        const problems = checkContent(root)
        if (problems.length === 0 && command === 'build' && isForProduction)
          problems.push(...refusedSamples(root))
        if (problems.length > 0) throw new ContentError(problems)
        const problem = await writeProgramme(root)
        if (problem) logger.warn(problem)
      },
      'astro:build:done': ({ logger }) => {
        const samples = listSamples(readContent(root))
        if (samples.length > 0) logger.warn(countSamples(samples))
      },
      'astro:server:setup': (options) => watch(root, options),
    },
  }
}

// In development, mistakes show in the terminal and in Vite's overlay at each save and reload, until they are fixed. Until then,
// pages keep the content from before.
function watch(root: string, { server, logger, refreshContent }: HookParameters<'astro:server:setup'>): void {
  let mistakes = ''
  const showOverlay = () => {
    if (mistakes) server.ws.send({ type: 'error', err: { message: mistakes, stack: '' } })
  }
  const checkAgain = async () => {
    const hadMistakes = mistakes !== ''
    const problems = checkContent(root)
    mistakes = problems.length > 0 ? formatProblems(problems) : ''
    showOverlay()
    if (mistakes) logger.error(mistakes)
    else await refreshContent?.({})
    if (hadMistakes && !mistakes) {
      logger.info('The content has no mistakes now.')
      server.ws.send({ type: 'full-reload' })
    }
  }
  let timer: NodeJS.Timeout | undefined
  server.watcher.on('all', (_, path) => {
    if (!/[\\/]src[\\/]content[\\/]/.test(path)) return
    clearTimeout(timer)
    // One save may emit several events.
    timer = setTimeout(() => void checkAgain(), 20)
  })
  server.ws.on('connection', showOverlay)
}
