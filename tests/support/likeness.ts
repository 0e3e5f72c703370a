import sharp from 'sharp'

/** Width and blur of compared images, so that antialiasing and lines rounded to whole pixels don't count as differences. */
const WIDTH = 400
const SOFTENED = 1.3
const WINDOW = 8
/** Variance below which a window of an image counts as empty. */
const EMPTY = 4
/** Standard SSIM constants for 256 levels. */
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

/**
 * Returns the similarity of two pictures of a page: the mean structural similarity (SSIM) over the windows that are not empty in both
 * pictures,
 * 1 for identical pictures. If windows empty in both pictures counted, a page without its few lines would be similar to an empty page.
 */
export async function likeness(one: Uint8Array, other: Uint8Array): Promise<number> {
  const { width = 1, height = 1 } = await sharp(one).metadata()
  const size = { width: WIDTH, height: Math.max(WINDOW, Math.round((WIDTH * height) / width)) }
  const [a, b] = await Promise.all([toGray(one, size), toGray(other, size)])
  let [sum, count] = [0, 0]
  for (let top = 0; top + WINDOW <= size.height; top += WINDOW / 2)
    for (let left = 0; left + WINDOW <= size.width; left += WINDOW / 2) {
      const value = compareWindow(a, b, top * WIDTH + left)
      if (value === undefined) continue
      sum += value
      count += 1
    }
  return count === 0 ? 1 : sum / count
}

function toGray(picture: Uint8Array, size: { width: number; height: number }) {
  const small = sharp(picture)
    .flatten({ background: '#fff' })
    .resize({ ...size, fit: 'fill' })
  return small.greyscale().blur(SOFTENED).raw().toBuffer()
}

/** Returns the similarity of two image windows; undefined if both are empty. */
function compareWindow(one: Uint8Array, other: Uint8Array, start: number): number | undefined {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = 0; y < WINDOW; y++)
    for (let at = start + y * WIDTH; at < start + y * WIDTH + WINDOW; at++) {
      const [p, q] = [one[at] as number, other[at] as number]
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  const n = WINDOW * WINDOW
  const [meanA, meanB] = [a / n, b / n]
  const [varianceA, varianceB, both] = [aa / n - meanA ** 2, bb / n - meanB ** 2, ab / n - meanA * meanB]
  if (varianceA < EMPTY && varianceB < EMPTY && Math.abs(meanA - meanB) < 2) return undefined
  return ((2 * meanA * meanB + C1) * (2 * both + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2))
}
