import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { dueKey } from '../src/shared/events/model.ts'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { filesBelow } from '../tools/files-below.ts'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/videos'

/** A video's file below the playlist's folder; everything else there is the title of a group, or a transcript. */
const VIDEO_FILE = /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/

/** Which keys progress has, of videos and of events, as the module `virtual:lanai/videos`. */
export function videoList(): AstroIntegration {
  return {
    name: 'lanai-video-list',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const below = (folder: string) => filesBelow(fileURLToPath(new URL(folder, config.srcDir)))
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

/** Whether two files would share a key is checked where all files are read (`src/playlist`). */
export function readVideoKeys(files: readonly string[]): string[] {
  const videos = files.filter((name) => VIDEO_FILE.test(name)).sort()
  return [...new Set(videos.map((file) => videoKey(file.replace(/\.md$/, ''))))]
}
