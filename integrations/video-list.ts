import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { videoKey } from '../src/shared/playlist/video-key.ts'

const MODULE_ID = 'virtual:lanai/videos'
const FOLDER = 'content/playlist/'

/** A video's file below the playlist's folder; everything else there is the title of a group, or a transcript. */
const VIDEO_FILE = /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/

/** Tells the actions which videos there are, as the module `virtual:lanai/videos`. */
export function videoList(): AstroIntegration {
  return {
    name: 'lanai-video-list',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const folder = fileURLToPath(new URL(FOLDER, config.srcDir))
        updateConfig({ vite: { plugins: [videosModule(folder)] } })
      },
    },
  }
}

function videosModule(folder: string) {
  return {
    name: 'lanai-video-list',
    resolveId: (id: string) => (id === MODULE_ID ? `\0${MODULE_ID}` : undefined),
    load(this: { environment?: { name: string } }, id: string) {
      if (id !== `\0${MODULE_ID}`) return undefined
      if (this.environment?.name === 'client') throw new Error(`${MODULE_ID} must never reach a browser.`)
      return `export const videoKeys = new Set(${JSON.stringify(readVideoKeys(filesBelow(folder)))})`
    },
  }
}

/** Whether two files would share a key is checked where all files are read (`src/playlist`). */
export function readVideoKeys(files: readonly string[]): string[] {
  const videos = files.filter((name) => VIDEO_FILE.test(name)).sort()
  return [...new Set(videos.map((file) => videoKey(file.replace(/\.md$/, ''))))]
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const start = folder.replace(/\/$/, '').length + 1
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(start).replaceAll('\\', '/'))
}
