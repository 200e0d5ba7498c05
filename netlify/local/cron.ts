const shorthands: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
}

/** Whether a cron schedule names this minute, in UTC: numbers, lists, ranges and steps, as Netlify takes them. */
export function isDue(schedule: string, moment: Date): boolean {
  const fields = (shorthands[schedule] ?? schedule).trim().split(/\s+/)
  const now = [
    moment.getUTCMinutes(),
    moment.getUTCHours(),
    moment.getUTCDate(),
    moment.getUTCMonth() + 1,
    moment.getUTCDay(),
  ]
  return fields.length === now.length && now.every((value, index) => names(fields[index] ?? '', value))
}

function names(field: string, value: number): boolean {
  return field.split(',').some((part) => {
    const { from, to, step } =
      /^(?:\*|(?<from>\d+)(?:-(?<to>\d+))?)(?:\/(?<step>\d+))?$/.exec(part)?.groups ?? {}
    if (from === undefined) return part.startsWith('*') && value % Number(step ?? 1) === 0
    const last = to ?? (step === undefined ? from : Infinity)
    return value >= Number(from) && value <= Number(last) && (value - Number(from)) % Number(step ?? 1) === 0
  })
}
