/** Time limit for the first page image, so that a slow image doesn't delay the reader. */
const PICTURE_MS = 2000

let isLoaded = false

/** Loads the reader, without pdf.js. The first time, waits for a page image in flight so that both don't compete for bandwidth. */
export async function loadReader(picture: Promise<unknown> | undefined) {
  if (!isLoaded && picture) await Promise.race([picture, new Promise((resolve) => setTimeout(resolve, PICTURE_MS))])
  const module = await import('./reader.tsx')
  isLoaded = true
  return module
}
