import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { COMPANY_MAX_CODE_POINTS } from '../field-limits.ts'
import { changedField, optionalLine } from './person.ts'

/** In code points, as 0003_users.sql has them. */
export const maxCodePoints = {
  company: COMPANY_MAX_CODE_POINTS,
  role: 40,
  about: 160,
  contact: 80,
  websiteUrl: 290,
}

const Link = z.pipe(
  z.pipe(
    optionalLine(maxCodePoints.websiteUrl, 'longer_than_290'),
    z.transform((typed: string | null) => typed && toHttps(typed)),
  ),
  z.nullable(z.string().check(z.refine(isPublicUrl, 'link_invalid' satisfies ErrorCode))),
)

const ADDRESS = /^https:\/\/[^/?#@:\s]+(?::\d+)?(?:[/?#]\S*)?$/

/** In DNS: at least two labels, the last of which is no number, as in an IP address. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/
const LOCAL_HOST = /\.(?:localhost|localdomain|local|lan|internal|invalid)$/

/** Without a space between them, only addresses that look like nothing else. */
const SECOND_ADDRESS = /[,;|](?:https?:|www\.|(?:[a-z0-9-]+\.)+[a-z]{2,}\/)/i

export const Company = optionalLine(maxCodePoints.company, 'longer_than_80')

export const Role = optionalLine(maxCodePoints.role, 'longer_than_40')

export const CompanyForm = z.object({
  company: changedField(Company),
  role: changedField(Role),
})

export const DirectoryForm = z.object({
  company: CompanyForm.shape.company,
  about: changedField(optionalLine(maxCodePoints.about, 'longer_than_160')),
  websiteUrl: changedField(Link),
  contact: changedField(optionalLine(maxCodePoints.contact, 'longer_than_80')),
  showsEmail: z.optional(z.boolean()),
  showsWebsite: z.optional(z.boolean()),
  showsContact: z.optional(z.boolean()),
})
export type DirectoryForm = z.output<typeof DirectoryForm>

/** A member as other members see them; null for what isn't known or shown. */
export const DirectoryMember = z.object({
  fullName: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  company: z.nullable(z.string()),
  role: z.nullable(z.string()),
  about: z.nullable(z.string()),
  email: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  contact: z.nullable(z.string()),
})
export type DirectoryMember = z.output<typeof DirectoryMember>

/** `linkedin.com/in/kai` and `http://…` become https, but for a port of their own; a full stop after the host is dropped. */
function toHttps(typed: string): string {
  const [, scheme = '', host = '', port = '', rest = ''] =
    /^(https?:\/\/)?([^/?#:]*)(:[^/?#]*)?(.*)$/i.exec(typed) ?? []
  const isPlain = scheme.toLowerCase() === 'http://'
  if (isPlain && port && port !== ':80') return typed
  return `https://${host.replace(/\.$/, '')}${isPlain ? '' : port}${rest}`
}

export function isPublicUrl(address: string): boolean {
  if (!ADDRESS.test(address) || !URL.canParse(address) || SECOND_ADDRESS.test(address)) return false
  const { hostname } = new URL(address)
  return HOST.test(hostname) && !LOCAL_HOST.test(hostname)
}
