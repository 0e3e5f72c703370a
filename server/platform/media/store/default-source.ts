import type { Picture } from '#contracts/item.ts'

const WIDTH = 480

/** The file for clients that need a single URL: WebP, near the size at which lists show it. */
export function defaultPictureSource(picture: Picture): string {
  const webp = picture.sources.filter((source) => source.type === 'image/webp').toSorted((a, b) => a.width - b.width)
  return (webp.find((source) => source.width >= WIDTH) ?? webp.at(-1))?.path ?? ''
}
