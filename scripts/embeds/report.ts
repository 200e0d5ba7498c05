import { parse } from 'node:path'
import { isBroken, type HealthReport } from '../../src/embeds/health.ts'
import { formatTable } from '../../tools/table.ts'
import type { Checked } from './check.ts'

/** The report for the pages, sorted by URL so that diffs are small. */
export function toReport(checked: readonly Checked[], checkedAt: string): HealthReport {
  const sorted = [...checked].sort((a, b) => a.url.localeCompare(b.url))
  return {
    checkedAt,
    addresses: Object.fromEntries(sorted.map(({ url, status, detail }) => [url, { status, detail }])),
  }
}

/** The report as a table, broken URLs first. */
export function toTable(checked: readonly Checked[]): string {
  const sorted = [...checked].sort((a, b) => Number(isBroken(b.status)) - Number(isBroken(a.status)))
  const rows = sorted.map(({ status, files, url, detail }) => [
    status,
    files.map((file) => parse(file).name).join(', '),
    detail,
    url,
  ])
  return `${formatTable(['Status', 'File', 'Finding', 'URL'], rows)}\n\n${summary(checked)}`
}

/** Broken URLs, and the files that contain them. */
export function findBroken(checked: readonly Checked[]) {
  return checked
    .filter(({ status }) => isBroken(status))
    .map(({ href, detail, files }) => ({ address: href, detail, files }))
}

export function summary(checked: readonly Checked[]): string {
  const broken = checked.filter(({ status }) => isBroken(status)).length
  const placeholders = checked.filter(({ status }) => status === 'placeholder').length
  const examples = placeholders > 0 ? ` ${placeholders} are examples.` : ''
  const count = checked.length === 1 ? '1 URL' : `${checked.length} URLs`
  return `${count}: ${broken || 'none'} broken.${examples}`
}
