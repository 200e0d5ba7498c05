import 'react'

/** Attributes that React does not know yet, and passes on. */
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- merged declarations have the same parameters
  interface ButtonHTMLAttributes<T> {
    commandfor?: string | undefined
    command?: 'show-modal' | 'close' | undefined
  }
}
