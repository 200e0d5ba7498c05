/**
 * What is wrong with the spelling of a day or a time, and how to write it; null for what can't be read as one. A day that may
 * also be a month is both: 02/12/2026.
 *
 * @param isRight whether a spelling is accepted.
 */
export function correctSpelling(text: string, isRight: (text: string) => boolean): string | null {
  const {
    year,
    month = '',
    date = '',
    one = '',
    other = '',
    last,
    hour = '',
    minute,
    half,
  } = WRITTEN.exec(text)?.groups ?? {}
  const days = last
    ? [`${last}-${two(other)}-${two(one)}`, `${last}-${two(one)}-${two(other)}`]
    : [`${year}-${two(month)}-${two(date)}`]
  const time = minute ? ` ${two(half ? hours(Number(hour), half) : hour)}:${minute}` : ''
  const right = [...new Set(days.map((day) => day + time))].filter(isRight).sort()
  if (right.length === 0) return null
  const wrong = [
    last && 'the year comes first, with hyphens',
    [month, date, half ? '' : hour].some(({ length }) => length === 1) &&
      'months, days and hours have two digits',
    half && 'hours are 00 to 23',
    /T/i.test(text) && 'a space comes before the time',
  ].filter((each) => typeof each === 'string')
  const said = new Intl.ListFormat('en-US').format(wrong)
  const reason = said && `${said.charAt(0).toUpperCase()}${said.slice(1)}. `
  return `${reason}Write ${right.join(' or ')}.`
}

const WRITTEN =
  /^(?:(?<year>\d{4})-(?<month>\d\d?)-(?<date>\d\d?)|(?<one>\d\d?)[/.](?<other>\d\d?)[/.](?<last>\d{4}))(?:[T ](?<hour>\d\d?):(?<minute>\d\d)(?::00)? ?(?:(?<half>[ap])\.?m\.?)?)?$/i

function two(digits: string): string {
  return digits.padStart(2, '0')
}

/** Of the clock with two halves: 12 AM is 0. */
function hours(hour: number, half: string): string {
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}
