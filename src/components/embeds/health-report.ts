import type { HealthReport } from './health.ts'

/** What the last check found, if there ever was one. For pages only: it names what members alone may know. */
export function readHealthReport(): HealthReport | undefined {
  const reports = import.meta.glob<HealthReport>('../../content/embed-health.json', {
    eager: true,
    import: 'default',
  })
  return Object.values(reports)[0]
}
