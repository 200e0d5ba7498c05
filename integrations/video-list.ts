import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { dueKey } from '../src/shared/events/event-view.ts'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { walkFolder } from '../tools/walk-folder.ts'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/videos'

/** Files of videos; others are titles of groups, or transcripts. */
const VIDEO_FILE = /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/

/** Which keys progress has, of videos and of events, as the module `virtual:lanai/videos`. */
export function videoList(): AstroIntegration {
  return {
    name: 'lanai-video-list',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const below = (folder: string) => walkFolder(fileURLToPath(new URL(folder, config.srcDir)))
        const code = () => {
          const due = below('content/events/').map((file) => dueKey(file.replace('.yaml', '')))
          const keys = [...readVideoKeys(below('content/playlist/')), ...due]
          return `export const videoKeys = new Set(${JSON.stringify(keys)})`
        }
        updateConfig({ vite: { plugins: [virtualModule(MODULE_ID, code)] } })
      },
    },
  }
}

/** The content check reports duplicate keys. */
export function readVideoKeys(files: readonly string[]): string[] {
  const videos = files.filter((name) => VIDEO_FILE.test(name)).sort()
  return [...new Set(videos.map((file) => videoKey(file.replace(/\.md$/, ''))))]
}
