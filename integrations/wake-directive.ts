import type { AstroIntegration } from 'astro'

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
    'client:wake'?: boolean | import('../src/islands/wake.ts').WakeOptions
  }
}
