import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'

const SIDE = 60_000
/** Side of the JPEG 2000 picture in pixels. PDFium refuses larger pictures, or pictures with fewer reductions (resolution levels). */
const JPEG_2000_SIDE = 12_000
const REDUCTIONS = 5
const FLATE_SIDE = 10_000

type Picture = { side: number; filters: string[]; color: 'DeviceGray' | 'DeviceRGB'; bits: number; content: Buffer }

/** Pictures of a few bytes or kilobytes that decode to hundreds of megabytes, by codec. */
const PICTURES: Record<'JBIG2' | 'JPEG 2000' | 'deflate', () => Picture> = {
  JBIG2: () => ({ side: SIDE, filters: ['JBIG2Decode'], color: 'DeviceGray', bits: 1, content: writeJbig2() }),
  'JPEG 2000': () => ({ side: JPEG_2000_SIDE, filters: ['JPXDecode'], color: 'DeviceGray', bits: 8, content: writeJpeg2000() }),
  deflate: () => ({
    side: FLATE_SIDE,
    filters: ['FlateDecode', 'FlateDecode'],
    color: 'DeviceRGB',
    bits: 8,
    content: deflateSync(deflateSync(Buffer.alloc(3 * FLATE_SIDE ** 2))),
  }),
}
export type Codec = keyof typeof PICTURES
export const CODECS = Object.keys(PICTURES) as Codec[]

/** Builds a PDF whose first page shows a decompression bomb; the second page has a rectangle. */
export async function buildPictureBombPdf(codec: Codec): Promise<Buffer> {
  const { side, filters, color, bits, content } = PICTURES[codec]()
  const document = await PDFDocument.create()
  const { context } = document
  const picture = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: color,
    BitsPerComponent: bits,
    Filter: filters,
    Length: content.length,
  })
  const page = document.addPage([300, 420])
  page.node.setXObject(PDFName.of('Bomb'), context.register(PDFRawStream.of(picture, content)))
  page.node.set(PDFName.of('Contents'), context.register(context.stream('q 300 0 0 420 0 0 cm /Bomb Do Q')))
  document.addPage([300, 420]).drawRectangle({ width: 100, height: 100 })
  return Buffer.from(await document.save())
}

const bytes = (size: 1 | 2 | 4, ...values: number[]) => {
  const buffer = Buffer.alloc(size * values.length)
  for (const [index, value] of values.entries()) buffer.writeUIntBE(value, index * size, size)
  return buffer
}

/** Encodes a JBIG2 page of the given size with one region that covers the page (ITU-T T.88, as embedded in PDF). */
function writeJbig2() {
  const page = Buffer.concat([bytes(4, SIDE, SIDE, 0, 0), bytes(1, 0), bytes(2, 0)])
  const region = Buffer.concat([bytes(4, SIDE, SIDE, 0, 0), bytes(1, 0, 1), Buffer.alloc(8)])
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([bytes(4, number), bytes(1, type, 0, 1), bytes(4, data.length), data])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

/** Encodes a JP2 file with one tile of the given size, whose five reductions have no coded data (ITU-T T.800). */
function writeJpeg2000() {
  const marker = (code: number, content: Buffer) => Buffer.concat([bytes(2, code, content.length + 2), content])
  const box = (type: string, ...content: Buffer[]) =>
    Buffer.concat([bytes(4, 8 + Buffer.concat(content).length), Buffer.from(type), ...content])
  const size = [
    bytes(2, 0),
    bytes(4, JPEG_2000_SIDE, JPEG_2000_SIDE, 0, 0, JPEG_2000_SIDE, JPEG_2000_SIDE, 0, 0),
    bytes(2, 1),
    bytes(1, 7, 1, 1),
  ]
  const packets = Buffer.alloc(4 * (REDUCTIONS + 1))
  const codestream = Buffer.concat([
    bytes(2, 0xff4f),
    marker(0xff51, Buffer.concat(size)),
    marker(0xff52, Buffer.concat([bytes(1, 0, 0), bytes(2, 1), bytes(1, 0, REDUCTIONS, 4, 4, 0, 1)])),
    marker(0xff5c, Buffer.concat([bytes(1, 0x40), Buffer.alloc(3 * REDUCTIONS + 1, 0x48)])),
    marker(0xff90, Buffer.concat([bytes(2, 0), bytes(4, 14 + packets.length), bytes(1, 0, 1)])),
    bytes(2, 0xff93),
    packets,
    bytes(2, 0xffd9),
  ])
  const header = box('ihdr', bytes(4, JPEG_2000_SIDE, JPEG_2000_SIDE), bytes(2, 1), bytes(1, 7, 7, 0, 0))
  const color = box('colr', bytes(1, 1, 0, 0), bytes(4, 17))
  return Buffer.concat([
    box('jP  ', bytes(4, 0x0d0a870a)),
    box('ftyp', Buffer.from('jp2 '), bytes(4, 0), Buffer.from('jp2 ')),
    box('jp2h', header, color),
    box('jp2c', codestream),
  ])
}
