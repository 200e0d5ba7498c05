/// <reference types="astro/client" />
import type { SignedIn } from './server/sessions/require-member.ts'

declare global {
  namespace App {
    interface Locals {
      /** Set by the host's adapter, at the edge and in the function. */
      netlify: {
        context: {
          /** Keeps the function alive for work that goes on after the answer. Must not reject. */
          waitUntil: (work: Promise<unknown>) => void
        }
      }
      /** Who calls an action for members; set by the middleware. */
      signedIn?: SignedIn
      /** Set by an action that refuses for a while; only the middleware can set headers. */
      retryAfterSeconds?: number
    }
  }

  /** Defined by `integrations/edge-function.ts` in the gate’s code. */
  const PAGE_POLICY: {
    /** A content security policy without `frame-ancestors`, under which every page of the build works. */
    pagePolicy: string
    /** The editor's own. */
    editPolicy: string
  }
}
