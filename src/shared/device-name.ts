export function deviceName({ browser, system }: Record<'browser' | 'system', string | null>): string {
  return [browser, system].filter(Boolean).join(' on ') || 'Unknown device'
}
