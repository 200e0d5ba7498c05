import 'react'

/** Attributes that React does not know yet, and passes on. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    commandfor?: string | undefined
    command?: 'show-modal' | 'close' | undefined
  }
}
