import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, type PDFRawStream } from 'pdf-lib'
import { InvalidFileError } from '#server/media/file-errors.ts'

const PARAMETER = PDFName.of('Predictor')

/** Returns the content of a page, which may consist of several streams. */
export function readContent(streams: PDFRawStream[]): Buffer {
  return Buffer.concat(streams.flatMap((stream) => [Buffer.from(decodeContent(stream)), Buffer.from('\n')]))
}

/** Returns the decompressed data of a content stream or a character map. */
export function decodeContent(stream: PDFRawStream): Uint8Array {
  // The content stream of a space glyph may be empty, and the decoder rejects empty streams.
  if (stream.contents.length === 0) return stream.contents
  const parameters = stream.dict.lookup(PDFName.of('DecodeParms'))
  const all = parameters instanceof PDFArray ? parameters.asArray().map((item) => stream.dict.context.lookup(item)) : [parameters]
  const predicts = all.some(
    (one) => one instanceof PDFDict && one.lookupMaybe(PARAMETER, PDFNumber) && one.lookup(PARAMETER, PDFNumber).asNumber() > 1,
  )
  if (predicts) throw new InvalidFileError('Its content uses an unsupported compression.')
  return decodePDFRawStream(stream).decode()
}
