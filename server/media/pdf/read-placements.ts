import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFPage, PDFRawStream } from 'pdf-lib'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { isName, readOperations } from './content-stream.ts'
import { readContent } from './decode-content.ts'
import { boxOf, resourcesOf, streamsOf } from './page-content.ts'

type Matrix = [number, number, number, number, number, number]
type Box = [left: number, bottom: number, right: number, top: number]
/** An image or a form drawn by a page. `visible` is the share of its area within the page. */
type Placement = { object: PDFObject; matrix: Matrix; visible: number }

const UNIT: Box = [0, 0, 1, 1]
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Reads the positions of the images and forms that a page draws, without those drawn by forms. */
export function readPlacements(page: PDFPage): Placement[] {
  const { context } = page.doc
  const objects = resourcesOf(page)?.lookupMaybe(PDFName.of('XObject'), PDFDict)
  const numbers = (value: PDFObject | undefined) => {
    const list = context.lookup(value)
    return list instanceof PDFArray ? list.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : 0)) : undefined
  }
  const visible = toBox(numbers(boxOf(page)))
  const found: Placement[] = []
  const stack: Matrix[] = []
  let current = IDENTITY
  for (const { operator, operands } of readOperations(readContent(streamsOf(page)))) {
    const [operand] = operands
    if (operator === 'q') stack.push(current)
    else if (operator === 'Q') current = stack.pop() ?? current
    else if (operator === 'cm' && isMatrix(operands)) current = Util.transform(current, operands) as Matrix
    else if (operator === 'Do' && isName(operand)) {
      const object = objects?.lookup(PDFName.of(operand.name))
      if (!(object instanceof PDFRawStream)) continue
      const own = numbers(object.dict.get(PDFName.of('Matrix'))) ?? []
      const box = transform(
        toBox(numbers(object.dict.get(PDFName.of('BBox')))),
        isMatrix(own) ? (Util.transform(current, own) as Matrix) : current,
      )
      found.push({ object, matrix: current, visible: areaOf(overlap(box, visible)) / (areaOf(box) || 1) })
    }
  }
  return found
}

const isMatrix = (values: unknown[]): values is Matrix => values.length === 6 && values.every(Number.isFinite)

/** Converts an array of coordinates into a box. Images have no box and fill the unit square. */
function toBox([x1 = 0, y1 = 0, x2 = 1, y2 = 1]: number[] = UNIT): Box {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

function transform([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function overlap(one: Box, other: Box): Box {
  return [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.min(one[2], other[2]), Math.min(one[3], other[3])]
}

function areaOf([left, bottom, right, top]: Box): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom)
}
