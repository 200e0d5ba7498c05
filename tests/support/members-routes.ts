import { pathOf, readBuiltSite } from './built-site.ts'

/** Every page that members see inside the shell, by its path; of the videos' own pages, which are alike, the first. */
export function membersRoutes(): string[] {
  const site = readBuiltSite()
  const routes = site.protectedFiles
    .filter((file) => file.endsWith('.html') && !file.startsWith('states/'))
    .filter((file) => site.readProtected(file).includes('id="navigation"'))
    .map(pathOf)
  const firstVideo = routes.find(isVideo)
  return routes.filter((path) => path === firstVideo || !isVideo(path))
}

function isVideo(path: string): boolean {
  return /^\/video-playlist(?:\/[^/]+){3}$/.test(path)
}

/** Every document of the build that stands in a frame of a page. */
export function sampleRoutes(): string[] {
  return readBuiltSite()
    .protectedFiles.filter((file) => /^samples\/.*\.html$/.test(file))
    .map(pathOf)
}
