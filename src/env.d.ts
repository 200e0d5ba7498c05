/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by the host's adapter, at the edge and in the function. */
    netlify: {
      context: {
        /** Keeps the function alive for work that goes on after the answer. Must not reject. */
        waitUntil: (work: Promise<unknown>) => void
      }
    }
    /** Set by an action that refuses for a while, which cannot set a header itself; the middleware writes it. */
    retryAfterSeconds?: number
  }
}

/** Defined by `integrations/edge-function.ts` in the gate’s code. */
declare const PAGE_POLICY: {
  /** A content security policy without `frame-ancestors`, under which every page of the build works. */
  pagePolicy: string
  /** The editor's own. */
  editPolicy: string
}
