import type { Picture } from '#contracts/catalogue/item.ts'

/** Maximum length of a description; search engines and chat apps truncate longer ones. */
const LONGEST_DESCRIPTION = 200

/**
 * Returns the description and image of an item's page for search engines and chat apps. The description is the beginning of a text in one
 * line. The image is the item's share image, or else the cover as JPEG, since some chat apps don't display WebP.
 */
export function itemMeta(
  text: string,
  { sharePicture, coverJpeg, cover, alt }: { sharePicture?: string | null; coverJpeg?: string | null; cover?: Picture; alt: string },
) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const isWhole = line.length <= LONGEST_DESCRIPTION
  const jpeg = coverJpeg && { src: coverJpeg, type: 'image/jpeg' }
  const image = sharePicture ? { src: sharePicture, type: 'image/jpeg', width: 1200, height: 630 } : jpeg || (cover && largestWebp(cover))
  return {
    description: isWhole ? line : `${line.slice(0, LONGEST_DESCRIPTION).replace(/\s\S*$/, '')}…`,
    image: image && { ...image, alt },
  }
}

function largestWebp({ sources, width, height }: Picture) {
  const source = sources.filter(({ type }) => type === 'image/webp').at(-1)
  return source && { src: source.path, type: source.type, width: source.width, height: Math.round((source.width * height) / width) }
}
