import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { listFiles } from '../tools/list-files.ts'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/videos'
const FOLDER = 'content/playlist/'

/** Files of videos; others are titles of groups, or transcripts. */
const VIDEO_FILE = /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/

/** Provides the keys of all videos to the actions, as `virtual:lanai/videos`. */
export function videoList(): AstroIntegration {
  return {
    name: 'lanai-video-list',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const folder = fileURLToPath(new URL(FOLDER, config.srcDir))
        const code = () =>
          `export const videoKeys = new Set(${JSON.stringify(readVideoKeys(listFiles(folder)))})`
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
