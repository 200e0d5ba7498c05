/** What Lucia makes its tokens of. */
export const TOKEN_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** Of the visitor's cookie and a made-up token, the cookies that are sent. */
export const cookies: readonly ((own: string, madeUp: string) => string[])[] = [
  (own) => [`${own}; ${own}`],
  (own) => [own, own],
  (own, madeUp) => [`${own}; __Host-session=${madeUp}`],
  (_, madeUp) => [`__Host-session=${madeUp}`],
  (_, madeUp) => [`__Host-session="${madeUp}"`],
  (_, madeUp) => [`__Host-session=${madeUp.toUpperCase()}`],
  (_, madeUp) => [`__host-session=${madeUp}`],
  (_, madeUp) => [`%5F%5FHost-session=${madeUp}`],
  (_, madeUp) => [`\u00a0__Host-session=${madeUp}`],
  (_, madeUp) => [`$Version=1; __Host-session=${madeUp}; $Path=/`],
  (_, madeUp) => [`auth_session=${madeUp}; session=${madeUp}; __Secure-session=${madeUp}`],
  (_, madeUp) => [`__Host-session=${madeUp.slice(1)}`, `__Host-session=${madeUp}`],
  (own) => [own.toLowerCase()],
  (own) => [own.slice(0, -1)],
  (own) => [`${own}a`],
  (own) => [own.replace('=', ' = ')],
  (own) => [own.replace('=', '==')],
  (own) => [`,${own},`],
  (own) => [`a=${'b'.repeat(4000)}; ${own}`],
  () => ['__Host-session='],
  () => ['__Host-session=null'],
  () => ['__Host-session=undefined'],
  () => ['__Host-session=%E0%A4%A'],
  () => [`__Host-session=${'a'.repeat(8000)}`],
  () => ["__Host-session=' or 1=1 --"],
  () => ['__Host-session[]=x; __Host-session.x=1'],
  () => ['=; ;;; a=%E0%A4%A'],
  () => [],
]
