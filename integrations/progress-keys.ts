import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { isVideo } from '../src/content-check/playlist/file-names.ts'
import { readFile } from '../src/content-check/read-file.ts'
import { dayOf, wallStarts } from '../src/events/recurrence.ts'
import { eventSchema } from '../src/schemas/event.ts'
import { deadlineKey } from '../src/shared/events/deadline-key.ts'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { walkFolder } from '../tools/walk-folder.ts'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/progress-keys'

/** Of a deadline without an end: nine years of weeks. */
const MOST_STARTS = 500

/** The keys of progress, as the module `virtual:lanai/progress-keys`. */
export function progressKeys(): AstroIntegration {
  return {
    name: 'lanai-progress-keys',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const pathOf = (folder: string) => fileURLToPath(new URL(folder, config.srcDir))
        const code = () => {
          const videos = readVideoKeys(walkFolder(pathOf('content/playlist/')))
          const keys = [...videos, ...readDeadlineKeys(pathOf('content/events/'))]
          return `export const progressKeys = new Set(${JSON.stringify(keys)})`
        }
        updateConfig({ vite: { plugins: [virtualModule(MODULE_ID, code)] } })
      },
    },
  }
}

/** The content check reports duplicate keys. */
export function readVideoKeys(files: readonly string[]): string[] {
  const videos = files.filter(isVideo).sort()
  return [...new Set(videos.map((file) => videoKey(file.replace(/\.md$/, ''))))]
}

function readDeadlineKeys(folder: string): string[] {
  return walkFolder(folder).flatMap((file) => {
    const { data } = readFile(join(folder, file), file, eventSchema)
    if (data?.kind !== 'due') return []
    const starts = [...wallStarts(data).take(MOST_STARTS)]
    return starts.map((time) => deadlineKey(file.replace(/\.yaml$/, ''), dayOf(time)))
  })
}
