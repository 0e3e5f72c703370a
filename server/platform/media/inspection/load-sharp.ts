/**
 * The library for pictures: nothing of one picture is kept for the next, and of its many loaders those remain that read what we
 * take, from memory. It is never given a path.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`) })
  return sharp
}
