import type { PageFormat } from '#contracts/page-widths.ts'

/** The format that the browser prefers, chosen as it does for `<picture>`. Nothing is fetched for it. */
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
  // The browser chooses once this script has come to its end.
  await new Promise((resolve) => setTimeout(resolve))
  return image.currentSrc.endsWith('avif') ? 'avif' : 'webp'
}
