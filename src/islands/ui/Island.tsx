import { type ReactNode, useEffect } from 'react'
import { catchUp } from '../early.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** What every island of a public screen stands in: it misses no early press, and shows a way on when it breaks. */
export function Island({ children }: { children: ReactNode }) {
  useEffect(catchUp, [])
  return <ErrorBoundary>{children}</ErrorBoundary>
}
