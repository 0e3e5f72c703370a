/** The library for pictures, loaded with the first one: it takes a tenth of the start and of its memory, and most days bring no picture. */
export async function loadSharp() {
  return (await import('sharp')).default
}
