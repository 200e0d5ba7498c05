/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by the host's adapter, at the edge and in the function. */
    netlify: { context: import('@netlify/edge-functions').Context }
  }
}

/** Made by `integrations/vault.ts`, anew for each build. */
declare module 'virtual:lanai/vault' {
  /** The directory that holds every protected file: `/` and 32 hexadecimal digits. */
  export const vaultPath: string
}
