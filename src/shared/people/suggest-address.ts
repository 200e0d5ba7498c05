import { editDistance } from '../edit-distance.ts'
import type { Email } from './person.ts'

/** 'kai@gmail.com' for 'kai@gmial.com'. A slip is rarely in the first letter, and ymail.com, mail.com and email.com are right. */
export function suggestAddress(email: Email): string | undefined {
  const [local, host = ''] = email.split('@')
  const meant = MAIL_HOSTS.find((known) => known.startsWith(host.charAt(0)) && editDistance(host, known) <= 1)
  return meant && meant !== host ? `${local}@${meant}` : undefined
}

const MAIL_HOSTS = ['gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com']
