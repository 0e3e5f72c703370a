import type { TextImage } from '#contracts/reading/book-reflow.ts'
import type { PageFormat } from '#contracts/reading/page-widths.ts'

/** Returns the image format that the browser prefers, determined with a `<picture>` element that fetches no file. */
export function findPictureFormat(): Promise<PageFormat> {
  chosen ??= choose()
  return chosen
}

let chosen: Promise<PageFormat> | undefined

async function choose(): Promise<PageFormat> {
  const picture = document.createElement('picture')
  const source = Object.assign(document.createElement('source'), { type: 'image/avif', srcset: 'data:,avif' })
  const image = document.createElement('img')
  picture.append(source, image)
  image.src = 'data:,webp'
  // The browser selects a source of the `<picture>` element only after the current task.
  await new Promise((resolve) => setTimeout(resolve))
  return image.currentSrc.endsWith('avif') ? 'avif' : 'webp'
}

/** Returns the renditions in a format. */
export const sourcesIn = (sources: TextImage['sources'], format: PageFormat) => sources.filter(({ type }) => type === `image/${format}`)

/** Returns the smallest rendition in a format that is at least as wide as wanted, or the widest one. */
export function chooseSource(
  sources: TextImage['sources'],
  { format, width }: { format: PageFormat; width: number },
): TextImage['sources'][number] | undefined {
  const ordered = sourcesIn(sources, format).sort((one, other) => one.width - other.width)
  return ordered.find((source) => source.width >= width) ?? ordered.at(-1)
}
