/** A rectangle on a page: x, y, width and height in points, measured from the top left corner. */
export type Box = [number, number, number, number]

/** Minimum side of a picture in points, and minimum share of the page's area. Smaller pictures are ornaments, lines and buttons. */
const MIN_SIDE = 36
const MIN_AREA = 0.015
/**
 * Minimum share of the page's area, and minimum number of characters on the page, at which a picture is the background: paper, or the scan
 * from which the text was recognized.
 */
const BACKGROUND = { area: 0.85, characters: 200 }
/** Maximum distance in points between the strips of a divided picture. */
const TOUCHING = 2
const MAX_PICTURES = 12
/** Minimum number and share of pages with a picture at the same position at which the picture is a logo. */
const REPEATED = { pages: 3, share: 0.25 }

/** Returns the pictures of a page that are part of its content, not of its background or decoration. */
export function choosePictures(boxes: Box[], { width, height, characters }: { width: number; height: number; characters: number }): Box[] {
  const area = width * height
  const onPage = boxes.map((box) => clip(box, width, height)).filter(([, , wide, high]) => wide > 1 && high > 1)
  return joinTouching(onPage)
    .filter(([, , wide, high]) => Math.min(wide, high) >= MIN_SIDE && wide * high >= area * MIN_AREA)
    .filter(([, , wide, high]) => wide * high < area * BACKGROUND.area || characters < BACKGROUND.characters)
    .slice(0, MAX_PICTURES)
    .map((box) => box.map((points) => Math.round(points * 10) / 10) as Box)
}

export function withoutRepeated<Page extends { pictures: Box[] }>(pages: Page[]): Page[] {
  const counts = new Map<string, number>()
  const key = (box: Box) => box.map(Math.round).join(' ')
  for (const { pictures } of pages) for (const box of new Set(pictures.map(key))) counts.set(box, (counts.get(box) ?? 0) + 1)
  const isRepeated = (box: Box) => {
    const count = counts.get(key(box)) ?? 0
    return count >= REPEATED.pages && count > pages.length * REPEATED.share
  }
  return pages.map((page) => ({ ...page, pictures: page.pictures.filter((box) => !isRepeated(box)) }))
}

function clip([x, y, wide, high]: Box, width: number, height: number): Box {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return [left, top, Math.min(width, x + wide) - left, Math.min(height, y + high) - top]
}

function joinTouching(boxes: Box[]): Box[] {
  const joined: Box[] = []
  for (const box of boxes) {
    let whole = box
    for (
      let index = joined.findIndex((other) => touch(other, whole));
      index !== -1;
      index = joined.findIndex((other) => touch(other, whole))
    )
      whole = union(joined.splice(index, 1)[0] as Box, whole)
    joined.push(whole)
  }
  return joined.toSorted((one, other) => one[1] - other[1] || one[0] - other[0])
}

function touch([x, y, wide, high]: Box, [left, top, width, height]: Box) {
  return x < left + width + TOUCHING && left < x + wide + TOUCHING && y < top + height + TOUCHING && top < y + high + TOUCHING
}

function union([x, y, wide, high]: Box, [left, top, width, height]: Box): Box {
  const [minX, minY] = [Math.min(x, left), Math.min(y, top)]
  return [minX, minY, Math.max(x + wide, left + width) - minX, Math.max(y + high, top + height) - minY]
}
