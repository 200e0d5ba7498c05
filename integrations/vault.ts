import type { AstroIntegration } from 'astro'
export function vault(): AstroIntegration {
  return { name: 'vault', hooks: { 'astro:config:setup': ({ updateConfig }) => {
    updateConfig({ vite: { plugins: [{ name: 'lanai-vault', resolveId: (id: string) => id === 'virtual:lanai/vault' ? '\0virtual:lanai/vault' : undefined, load: (id: string) => id === '\0virtual:lanai/vault' ? 'export const vaultPath = "/secret"' : undefined }] } })
  }, 'astro:build:done': ({dir, pages, assets}) => { console.log(dir.href, pages, [...assets]) } } }
}
