import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { forgetBuild, hashInputs, rememberBuild } from '../tools/freshness.ts'

/** Notes which sources a build was made from, so that `npm start` builds only when they have changed. */
export function buildStamp(): AstroIntegration {
  let root = ''
  let hash = ''

  return {
    name: 'lanai-build-stamp',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root).replace(/[\\/]$/, '')
      },
      'astro:build:start': () => {
        forgetBuild(root)
        hash = hashInputs(root)
      },
      'astro:build:done': () => {
        rememberBuild(root, hash)
      },
    },
  }
}
