/** Every sentence that tells a person something went well. Source: product specification, sections 4 and 8. */
export const noticeText = {
  signed_in: 'Welcome back!',
  signed_up: 'Account created! Your registration has been sent for approval.',
  signed_out: 'Signed out successfully',
} as const

export type NoticeCode = keyof typeof noticeText
