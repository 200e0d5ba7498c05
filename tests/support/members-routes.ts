import { pathOf, readBuiltSite } from './built-site.ts'

/** Every page of the build that members see inside the shell, by its path. What stands there in place of none has no path. */
export function membersRoutes(): string[] {
  const site = readBuiltSite()
  return site.protectedFiles
    .filter((file) => file.endsWith('.html') && !file.startsWith('states/'))
    .filter((file) => site.readProtected(file).includes('id="navigation"'))
    .map(pathOf)
}

/** Every document of the build that stands in a frame of a page. */
export function sampleRoutes(): string[] {
  return readBuiltSite()
    .protectedFiles.filter((file) => /^samples\/.*\.html$/.test(file))
    .map(pathOf)
}
