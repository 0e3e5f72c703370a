/** Longer, the visitor waits with nothing to do, so that a slow picture doesn't hold the reader up. */
const PICTURE_MS = 2000

let isLoaded = false

/** What a document is read with, without pdf.js. The first time, a picture that is under way has the line to itself. */
export async function loadReader(picture: Promise<unknown> | undefined) {
  if (!isLoaded && picture) await Promise.race([picture, new Promise((resolve) => setTimeout(resolve, PICTURE_MS))])
  const module = await import('./reader.tsx')
  isLoaded = true
  return module
}
