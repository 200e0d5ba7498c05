import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { hashInputs, writeStamp } from '../tools/build-stamp.ts'

export function buildStamp(): AstroIntegration {
  let root = ''
  let hash = ''
  return {
    name: 'lanai-build-stamp',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
      },
      'astro:build:start': () => {
        hash = hashInputs(root)
      },
      'astro:build:done': () => {
        writeStamp(root, hash)
      },
    },
  }
}
