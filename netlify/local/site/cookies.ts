/** The cookies of a request. At Netlify's edge cookies set through the context are lost, so there is no `set`. */
export function readCookies(headers: Headers): Cookies {
  return {
    get(name) {
      const prefix = `${name}=`
      const pair = (headers.get('cookie') ?? '').split(/; */).find((text) => text.startsWith(prefix))
      return pair?.slice(prefix.length)
    },
  }
}

export interface Cookies {
  get(name: string): string | undefined
}
