import { parse } from 'node:path'
import { formatTable } from '../../tools/table.ts'
import type { Checked } from './check.ts'

/** The report as a table, broken URLs first. */
export function toTable(checked: readonly Checked[]): string {
  const broken = checked.filter(isBroken)
  const rows = [...broken, ...checked.filter((each) => !isBroken(each))].map(
    ({ status, files, url, detail }) => [
      status,
      files.map((file) => parse(file).name).join(', '),
      detail,
      url,
    ],
  )
  const count = checked.length === 1 ? '1 URL' : `${checked.length} URLs`
  return `${formatTable(['Status', 'File', 'Finding', 'URL'], rows)}\n\n${count}: ${broken.length || 'none'} broken.`
}

export function isBroken({ status }: Checked): boolean {
  return status !== 'ok'
}
