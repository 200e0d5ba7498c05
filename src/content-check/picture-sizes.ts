import { join } from 'node:path'
import sharp from 'sharp'
import { decode } from '../shared/decode.ts'

/** The HTML of a text, whose pictures say their size, so that nothing moves when they come. */
export async function withPictureSizes(html: string, root: string): Promise<string> {
  const parts = html.split(/(?<=<img src="\/[^"]*")/)
  const sized = parts.map(async (part) => {
    const [, path] = /<img src="(\/[^"]*)"$/.exec(part) ?? []
    if (path === undefined) return part
    const file = sharp(join(root, 'public', decode(path)))
    const size = await file.metadata().then(
      ({ autoOrient }) => autoOrient,
      () => null,
    )
    return size ? `${part} width="${size.width}" height="${size.height}"` : part
  })
  return (await Promise.all(sized)).join('')
}
