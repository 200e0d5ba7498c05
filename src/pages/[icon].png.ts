import { join } from 'node:path'
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { PAPER } from '#src/layouts/offline-page.ts'

/** The icons of an installed portal, by their side in pixels: the programme's logo on paper, or ours. */
export function getStaticPaths() {
  const sides = { 'icon-192': 192, 'icon-512': 512, 'apple-touch-icon': 180 }
  return Object.entries(sides).map(([icon, side]) => ({ params: { icon }, props: { side } }))
}

const [logo = '/public/favicon.svg'] = Object.keys(import.meta.glob('/src/content/logo.{svg,png}'))
const file = join(process.cwd(), logo)

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props: { side } }) => {
  // A launcher may crop the icon to a circle.
  const margin = Math.round(side / 5)
  const drawing = side - 2 * margin
  const background = PAPER.light
  const { width } = await sharp(file).metadata()
  // An SVG is rasterised at its final size.
  const icon = sharp(file, { density: (72 * drawing) / width })
    .flatten({ background })
    .resize(drawing, drawing, { fit: 'contain', background })
    .extend({ top: margin, right: margin, bottom: margin, left: margin, background })
  return new Response(await icon.png().toBuffer())
}
