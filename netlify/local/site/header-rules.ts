import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The response headers that the build asks for, by path, from Netlify's own configuration file. */
export async function findHeaderRules(builtDirectory: string): Promise<HeaderRule[]> {
  const config = JSON.parse(await readFile(join(builtDirectory, 'config.json'), 'utf8')) as NetlifyConfig
  return (config.headers ?? []).map((rule) => ({
    pattern: new URLPattern({ pathname: rule.for }),
    headers: rule.values,
  }))
}

export interface HeaderRule {
  pattern: URLPattern
  headers: Record<string, string>
}

interface NetlifyConfig {
  headers?: { for: string; values: Record<string, string> }[]
}
