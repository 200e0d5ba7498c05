import type { AstroIntegration } from 'astro'
import type { WakeOptions } from '../src/islands/wake.ts'

/** `client:wake`, see src/islands/wake.ts. */
export function wakeDirective(): AstroIntegration {
  return {
    name: 'lanai-wake',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'wake', entrypoint: './src/islands/wake.ts' })
      },
    },
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:wake'?: boolean | WakeOptions
  }
}
