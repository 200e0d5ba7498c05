import { readCount, seeHelp } from '../arguments.ts'
import { ask, tableOf } from '../report.ts'
import { UsageError, type Verb } from '../verb.ts'

const AT_MOST = 50

export const find: Verb = {
  name: 'find',
  summary: 'find people by a part of their name or address',
  takes: 'PART',
  about: `Finds who has this in the name or the address, on the roster too. Capitals, kahakō, ʻokina and other accents do not
count: kalakaua finds Kalākaua. Changes nothing.`,
  options: { most: { value: 'N', about: `so many, if not ${AT_MOST}` } },
  prepare(input) {
    const part = input.words.join(' ').trim()
    if (!part) throw new UsageError(seeHelp('find', 'Say what to look for: a part of a name or an address.'))
    const columns = {
      'e-mail': 'email',
      name: 'fullName',
      status: 'status',
      confirmed: 'emailConfirmed',
      'signed up': 'signedUpAt',
    } as const
    return ask<Found>(
      `select email, full_name as "fullName", status, email_confirmed as "emailConfirmed", signed_up_at as "signedUpAt"
       from find_people($1, $2)`,
      [part, readCount(input, 'most', AT_MOST)],
      (people) => ({
        json: people,
        tables: [tableOf(people, columns, { whenEmpty: 'Nobody has that in the name or the address.' })],
      }),
    )
  },
}

interface Found {
  email: string
  fullName: string | null
  status: string
  emailConfirmed: boolean
  signedUpAt: Date | null
}
