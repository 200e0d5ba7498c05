import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { writeProgrammeWords } from '../tools/programme-words.ts'

/** Has the mails of this build say brand and programme as its content does. */
export function programmeWords(): AstroIntegration {
  return {
    name: 'lanai-programme-words',
    hooks: { 'astro:config:setup': ({ config }) => writeProgrammeWords(fileURLToPath(config.root)) },
  }
}
